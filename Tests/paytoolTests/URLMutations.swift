import PayCore

/// Spellings of a validation URL that are not one of Apple's, though they look like one, or that
/// some reader takes for one.
enum URLMutations {
  /// All of an environment, each once, in a fixed order.
  static func all(_ environment: AppleEnvironment) -> [String] {
    var known: Set<String> = []
    // The others differ from these in a few letters only.
    let hosts = AppleGateway.hosts(environment).prefix(3)
    let mutations =
      hosts.flatMap { host in AppleGateway.paths.flatMap { ofHost(host, $0) + ofPath(host, $0) } }
      + AppleGateway.paths.flatMap { addresses($0) }
    return mutations.filter { known.insert($0).inserted }
  }

  private static let attacker = "attacker.example"

  private static func ofHost(_ host: String, _ path: String) -> [String] {
    let authorities =
      users(host) + suffixes(host) + ports(host) + names(host) + cuts(host)
    return authorities.map { "https://" + $0 + path } + schemes(host + path)
  }

  /// User information before the host, or what makes the host one.
  private static func users(_ host: String) -> [String] {
    [
      "\(host)@\(attacker)", "\(host):443@\(attacker)", "@\(host)", "user@\(host)",
      "user:word@\(host)", "\(attacker)@\(host)", "\(host)%40\(attacker)", "\(host)\\@\(attacker)",
      "\(host)&@\(attacker)#", "\(attacker)#@\(host)", "\(attacker)?@\(host)",
      "\(host)\u{FF20}\(attacker)", ":@\(host)", "\(host)@\(host)",
    ]
  }

  private static func suffixes(_ host: String) -> [String] {
    [
      "\(host).\(attacker)", "\(host)-\(attacker)", "\(host)\(attacker)", "evil-\(host)",
      "evil.\(host)", "x\(host)", host.replacing(".apple.com", with: ".evil-apple.com"),
      host.replacing(".apple.com", with: "-x.apple.com.\(attacker)"),
      host.replacing(".apple.com", with: "xapple.com"),
      host.replacing(".apple.com", with: ".apple.co"),
      host.replacing(".apple.com", with: ".apple.com.cn"),
      host.replacing(".apple.com", with: ".apple"), "\(attacker)/\(host)", "\(attacker)//\(host)",
      "\(attacker)?\(host)", "\(attacker)#\(host)", "\(attacker);\(host)", "\(attacker),\(host)",
      "\(attacker)\\\(host)", "\(attacker)%2f\(host)", "\(attacker)%00\(host)", "*.apple.com",
    ]
  }

  private static func ports(_ host: String) -> [String] {
    [
      ":", ":80", ":8443", ":0", ":0443", ":443443", ":65979", ":-443", ":+443", ":443 ",
      ":44\u{33}3",
      ":\u{FF14}\u{FF14}\u{FF13}", ":\u{664}\u{664}\u{663}", ":443:443", ":443@\(attacker)",
      ":https",
      ":443.", ":0x1bb", ":%34%34%33", "::443",
    ].map { host + $0 }
  }

  /// Other spellings of the name: dots, letters, cases, encodings.
  private static func names(_ host: String) -> [String] {
    let dots = [
      "\u{3002}", "\u{FF0E}", "\u{FF61}", "\u{2024}", "%2e", "%2E", "..", ". ", " .", "\\.",
    ]
    return dots.map { host.replacing(".apple", with: $0 + "apple") } + [
      host + ".", host + "..", "." + host, host.uppercased(), "A" + host.dropFirst(),
      host.replacing("apple.com", with: "Apple.com"), host.replacing("com", with: "cOm"),
      host.replacing("apple.", with: "\u{430}pple."),
      host.replacing("apple.", with: "xn--pple-43d."),
      host.replacing("apple.", with: "\u{FF41}pple."),
      host.replacing("apple.", with: "appl\u{435}."),
      host.replacing("apple.", with: "app1e."), host.replacing("apple.", with: "appIe."),
      host.replacing("-", with: "\u{2010}"), host.replacing("-", with: "\u{AD}"),
      host.replacing("-", with: "_"), host.replacing("-", with: "%2d"),
      host.replacing("pay", with: "pa\u{79}\u{301}"), host.replacing("pay", with: "p%61y"),
      host.replacing("pay", with: "p\u{200B}ay"), host.replacing("pay", with: "pa\u{202E}y"),
      host.replacing("com", with: "\u{FF43}om"), host.replacing("com", with: "co\u{217F}"),
      host.replacing("a", with: "&#97;"), "[\(host)]", "\(host)\u{0}", "\u{FEFF}\(host)",
    ]
  }

  /// Bytes that end a line, a text or a name for some reader.
  private static func cuts(_ host: String) -> [String] {
    let cuts = [
      "\r\n", "\n", "\r", "\t", " ", "\u{0}", "\u{B}", "\u{C}", "\u{7F}", "\u{85}", "\u{A0}",
      "\u{2028}",
      "%0d%0a", "%00", "%09", "%20",
    ]
    return cuts.flatMap { ["\(host)\($0)", "\($0)\(host)", "\(host)\($0)\(attacker)"] }
      + ["\(host)\r\nHost: \(attacker)", "\(host) HTTP/1.1\r\nX: "]
  }

  private static func schemes(_ rest: String) -> [String] {
    [
      "http://", "HTTPS://", "Https://", "httpS://", "ftp://", "file://", "//", "", "https:/",
      "https:", "https:///", "https:\\\\", "https:/\\", "https://https://", "https:https://",
      "http://https://", "https;//", "https//", " https://", "\thttps://", "\nhttps://",
      "\u{FEFF}https://", "hxxps://", "https+unix://", "javascript://", "data:https://",
      "https://-",
      "url:https://", "view-source:https://", "ht\ntps://", "https\u{FF1A}//",
      "https:\u{2215}\u{2215}",
      "wss://", "gopher://",
    ].map { $0 + rest }
  }

  private static func ofPath(_ host: String, _ path: String) -> [String] {
    let end = path.split(separator: "/").last.map(String.init) ?? ""
    let paths = [
      "", "/", path + "/", "/" + path, path + "?", path + "?a=b", path + "#", path + "#a",
      path + ";a", path + "%20", path + " ", path + "\r\nX: y", path + "\t", path + "%00",
      path + "\u{0}", path + "/..", path + "/../" + end, path + "/.", "/." + path, "/.." + path,
      "/a/.." + path, "/%2e%2e" + path, "/%2e" + path, path + "%2f", path + "\\", "\\" + path,
      path.replacing("/paymentservices/", with: "/paymentservices//"),
      path.replacing("/paymentservices/", with: "/paymentservices\\"),
      path.replacing("/paymentservices/", with: "/paymentservices%2f"),
      path.replacing("/paymentservices/", with: "/PaymentServices/"),
      path.replacing("/paymentservices/", with: "/paymentservices/./"),
      path.replacing("Session", with: "session"), path.replacing("Session", with: "Sessio%6e"),
      path.replacing("Session", with: "Ses\u{17F}ion"), path + end, path.uppercased(),
      "@\(attacker)" + path, "\\@\(attacker)" + path, "/https://\(attacker)" + path,
      path + "?url=https://\(attacker)", path + "#@\(attacker)",
    ]
    return paths.map { "https://" + host + $0 }
  }

  /// Addresses in a name's place, in every form that some resolver takes.
  private static func addresses(_ path: String) -> [String] {
    [
      "127.0.0.1", "127.1", "0.0.0.0", "0", "2130706433", "0x7f000001", "0x7f.0.0.1",
      "017700000001",
      "0177.0.0.1", "127.0.0.1:443", "[::1]", "[::1]:443", "[::]", "[::ffff:127.0.0.1]",
      "[::ffff:7f00:1]", "[0:0:0:0:0:ffff:127.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]",
      "[fe80::1%25lo]", "[fd00::1]", "169.254.169.254", "10.0.0.1", "192.168.0.1", "17.171.78.7",
      "[::ffff:17.171.78.7]", "0021.0253.0116.7", "296439303", "0x11ab4e07", "localhost",
      "localhost.localdomain", "localhost:443", attacker, "\(attacker):443",
      "127.0.0.1.nip.example",
      "\u{2460}\u{2461}\u{2466}.0.0.1", "127\u{3002}0\u{3002}0\u{3002}1", "\u{FF11}27.0.0.1",
      "\u{661}27.0.0.1",
      "apple.com", "www.apple.com", "gateway.apple.com", "apple-pay.apple.com", "",
    ].map { "https://" + $0 + path }
  }
}
