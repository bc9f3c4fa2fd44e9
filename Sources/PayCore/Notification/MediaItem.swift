/// One entry of a payload's member `items`: a picture with its words.
public struct MediaItem: Sendable, Hashable {
  public let title: String
  public let text: String
  /// Where the picture is, as the payload says it; an extension shows the attachment instead, since
  /// it may not load anything while it draws.
  public let imageUrl: String

  public init(title: String, text: String, imageUrl: String) {
    self.title = title
    self.text = text
    self.imageUrl = imageUrl
  }
}

extension MediaItem {
  package var json: JSONValue {
    ["title": .string(title), "text": .string(text), "imageUrl": .string(imageUrl)]
  }

  /// Reads an element of `items`; members that it does not know are somebody else's.
  package init(json: JSONValue, at pointer: String) throws(JSONFaults) {
    var reader = JSONReader(json, at: pointer)
    let title = reader.string("title")
    let text = reader.string("text")
    let imageUrl = reader.string("imageUrl")
    guard let title, let text, let imageUrl else { throw JSONFaults(reader.faults) }
    self.init(title: title, text: text, imageUrl: imageUrl)
  }
}
