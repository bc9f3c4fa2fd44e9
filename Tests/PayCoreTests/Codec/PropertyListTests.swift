import PayCore
import TestSupport
import Testing

@Suite struct PropertyListTests {
  private static let declaration = #"<?xml version="1.0" encoding="UTF-8"?>"#
  private static let documentType =
    #"<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "#
    + #""http://www.apple.com/DTDs/PropertyList-1.0.dtd">"#

  private static func document(_ value: String) -> String {
    "\(declaration)\n\(documentType)\n<plist version=\"1.0\">\n\(value)\n</plist>\n"
  }

  private func read(_ text: String) throws(PropertyListError) -> PropertyList {
    try PropertyList(parsing: Array(text.utf8))
  }

  private func code(_ text: String) -> PropertyListError.Code? {
    do {
      _ = try read(text)
      return nil
    } catch {
      return error.code
    }
  }

  @Test(arguments: [
    ("<dict/>", PropertyList.dictionary([])), ("<dict></dict>", .dictionary([])),
    ("<array/>", .array([])),
    (
      "<array > <true/> <false></false> </array >",
      .array([.boolean(true), .boolean(false)])
    ),
    ("<string>a</string>", .string("a")), ("<string/>", .string("")),
    ("<string> a\r\nb\rc\t</string>", .string(" a\nb\nc\t")),
    ("<string>&lt;&gt;&amp;&quot;&apos;&#65;&#x1F600;</string>", .string("<>&\"'A😀")),
    ("<string>a<![CDATA[<&]]]>b</string>", .string("a<&]b")),
    ("<string>a<!-- no -->b</string>", .string("ab")),
    ("<integer>42</integer>", .integer("42")), ("<integer>-1</integer>", .integer("-1")),
    ("<real>0.5</real>", .real("0.5")), ("<real>1e-3</real>", .real("1e-3")),
    ("<date>2026-01-01T00:00:00Z</date>", .date("2026-01-01T00:00:00Z")),
    ("<data>\n  AAEC\n  Aw==\n</data>", .data([0, 1, 2, 3])),
    (
      "<!-- a --><dict><!-- b --><key>k</key><!-- c --><array><string>v</string></array></dict>",
      .dictionary([.init("k", .array([.string("v")]))])
    ),
  ])
  func `a value is read`(text: String, expected: PropertyList) throws {
    #expect(try read(Self.document(text)) == expected)
  }

  @Test(arguments: [
    "<plist><true/></plist>", "<plist version='1.0'><true/></plist>",
    "\u{FEFF}<plist><true/></plist>", "<!-- x -->\n<plist><true/></plist><!-- y -->",
    #"<?xml version="1.0" encoding="utf-8" standalone="yes" ?><plist><true/></plist>"#,
    #"<?xml version="1.0"?><plist version="1.0" ><true/></plist >"#,
    #"<!DOCTYPE plist PUBLIC "-//Apple Computer//DTD PLIST 1.0//EN" "#
      + #""https://www.apple.com/DTDs/PropertyList-1.0.dtd" ><plist><true/></plist>"#,
  ])
  func `a document is read`(text: String) throws {
    #expect(try read(text) == .boolean(true))
  }

  @Test(
    arguments: [
      ("", .unexpectedEnd), ("bplist00", .binary), ("\u{0}<", .encoding), ("{}", .unexpectedByte),
      ("<plist/>", .unknownElement), ("<dict/>", .unknownElement),
      ("<plist version=\"2.0\"><true/></plist>", .attribute),
      ("<plist a=\"1\"><true/></plist>", .attribute), ("<plist></plist>", .unknownElement),
      ("<plist><true/></plist>x", .trailingBytes), ("<plist><true/>", .unexpectedEnd),
      ("<plist><true/><true/></plist>", .unexpectedByte), ("<?php?><plist/>", .declaration),
      (#"<?xml version="1.1"?><plist/>"#, .unexpectedByte),
      (#"<?xml version="1.0" encoding="latin1"?><plist/>"#, .encoding),
      ("<!DOCTYPE plist><plist/>", .unexpectedByte),
      (#"<!DOCTYPE plist SYSTEM "file:///etc/passwd"><plist/>"#, .declaration),
      (
        #"<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://evil.example/x"><plist/>"#,
        .declaration
      ),
    ] as [(String, PropertyListError.Code)])
  func `a document that is none is refused by name`(
    text: String, expected: PropertyListError.Code
  ) {
    let found = code(text)
    // A shape that is wrong in two ways may be named by either.
    #expect(found == expected || (found == .declaration && expected == .unexpectedByte), "\(text)")
    #expect(found != nil)
  }

  @Test(
    arguments: [
      ("<number>1</number>", .unknownElement), ("<Dict/>", .unknownElement),
      ("<string>a</strin>", .unknownElement), ("<string a='1'>b</string>", .attribute),
      ("<string>a<b/></string>", .unknownElement), ("<string>&nbsp;</string>", .unknownEntity),
      ("<string>&amp</string>", .unknownEntity), ("<string>&#0;</string>", .badReference),
      ("<string>&#xD800;</string>", .badReference), ("<string>&#x110000;</string>", .badReference),
      ("<string>&#-5;</string>", .badReference), ("<string>&#+5;</string>", .badReference),
      ("<string>\u{1}</string>", .controlCharacter), ("<string>]]></string>", .unexpectedByte),
      ("<string><!ENTITY a 'b'></string>", .declaration), ("<?pi?>", .declaration),
      ("<integer>1.5</integer>", .badNumber), ("<integer></integer>", .badNumber),
      ("<integer>0x1F</integer>", .badNumber), ("<real>nan</real>", .badNumber),
      ("<date>2026-01-01</date>", .badDate), ("<data>A</data>", .badData),
      ("<dict><key>a</key></dict>", .unexpectedByte),
      (
        "<dict><string>a</string></dict>",
        .unknownElement
      ), ("<dict>x</dict>", .unexpectedByte),
      ("<dict><key>a</key><true/><key>a</key><true/></dict>", .duplicateKey),
      ("<string><!-- a -- b --></string>", .unexpectedByte), ("<string>a", .unknownElement),
    ] as [(String, PropertyListError.Code)])
  func `a value that is none is refused by name`(text: String, expected: PropertyListError.Code) {
    let found = code(Self.document(text))
    let isSameKind = expected == .unexpectedByte && found == .unknownElement
    #expect(found == expected || isSameKind, "\(text): \(String(describing: found))")
  }

  @Test func `an error names byte and line`() throws {
    let error = #expect(throws: PropertyListError.self) {
      _ = try read("<plist>\n<dict>\n<kez>a</kez>")
    }
    #expect(error?.line == 3 && error?.offset == 15)
    #expect(error?.description.hasSuffix("at line 3, byte 15") == true)
  }

  @Test func `entities are never declared, so none can grow`() {
    let bomb =
      #"<?xml version="1.0"?><!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "#
      + #""http://www.apple.com/DTDs/PropertyList-1.0.dtd" [<!ENTITY a "aaaaaaaaaa">"#
      + #"<!ENTITY b "&a;&a;&a;&a;">]><plist><string>&b;</string></plist>"#
    #expect(code(bomb) == .declaration)
    #expect(code(#"<!DOCTYPE plist [<!ENTITY a "a">]><plist><true/></plist>"#) == .declaration)
  }

  @Test func `UTF-16 and broken UTF-8 are refused`() {
    for start: [UInt8] in [[0xFF, 0xFE], [0xFE, 0xFF], [0x3C, 0x00]] {
      #expect(throws: PropertyListError.self) { try PropertyList(parsing: start + [0x3C]) }
    }
    let broken = Array("<plist><string>".utf8) + [0xC3] + Array("</string></plist>".utf8)
    let error = #expect(throws: PropertyListError.self) { try PropertyList(parsing: broken) }
    #expect(error?.code == .encoding)
  }

  @Test func `depth, number and size are bounded, each at its limit`() {
    func nested(_ depth: Int) -> String {
      Self.document(
        String(repeating: "<array>", count: depth) + String(repeating: "</array>", count: depth))
    }
    #expect(code(nested(Limits.propertyListDepth)) == nil)
    #expect(code(nested(Limits.propertyListDepth + 1)) == .tooDeep)
    #expect(code(nested(15_000)) == .tooDeep)
    func many(_ count: Int) -> String {
      Self.document("<array>" + String(repeating: "<true/>", count: count - 1) + "</array>")
    }
    #expect(code(many(Limits.propertyListValues)) == nil)
    #expect(code(many(Limits.propertyListValues + 1)) == .tooMany)
    let large = Self.document("<string/>")
    let spaces = Limits.propertyListBytes - large.utf8.count
    #expect(code(large + String(repeating: " ", count: spaces)) == nil)
    #expect(code(large + String(repeating: " ", count: spaces + 1)) == .tooLarge)
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `a mutated list is read or refused within its bytes`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let sample = Array(ExtensionPropertyListTests.document().utf8)
    let pieces = [
      "<", ">", "</", "<!--", "-->", "<![CDATA[", "]]>", "&", "&#", ";", "\"", "<dict>",
    ]
    .map { Array($0.utf8) }
    for round in 0..<3000 {
      var bytes = sample
      for _ in 0...random.next() % 4 {
        let place = Int(random.next() % UInt64(bytes.count))
        switch random.next() % 4 {
        case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: place)
        case 2: bytes.removeSubrange(place..<min(bytes.count, place + Int(random.next() % 9)))
        default: bytes.removeLast(Int(random.next() % 9))
        }
      }
      do throws(PropertyListError) {
        _ = ExtensionPropertyList(checking: try PropertyList(parsing: bytes), category: "B")
      } catch {
        #expect((0...bytes.count).contains(error.offset), "seed \(seed), round \(round)")
      }
    }
  }
}
