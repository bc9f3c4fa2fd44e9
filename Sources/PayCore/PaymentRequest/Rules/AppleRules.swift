enum AppleRules {
  static func findings(_ document: RequestDocument, apiVersion: Int) -> [RequestFinding] { [] }
}
