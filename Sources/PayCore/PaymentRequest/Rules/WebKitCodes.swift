/// A set of codes of capital letters, all of one length.
struct LetterCodes: Sendable {
  private let length: Int
  private var bits: [UInt64]

  /// Codes of another length or with other characters are left out.
  init(_ codes: some Sequence<String>, length: Int) {
    self.length = length
    let count = (0..<length).reduce(1) { product, _ in product * 26 }
    bits = [UInt64](repeating: 0, count: (count + 63) / 64)
    for code in codes {
      guard let place = place(of: code) else { continue }
      bits[place / 64] |= 1 << UInt64(place % 64)
    }
  }

  func contains(_ code: String) -> Bool {
    guard let place = place(of: code) else { return false }
    return bits[place / 64] >> UInt64(place % 64) & 1 == 1
  }

  private func place(of code: String) -> Int? {
    guard code.utf8.count == length else { return nil }
    var place = 0
    for byte in code.utf8 {
      guard byte >= UInt8(ascii: "A"), byte <= UInt8(ascii: "Z") else { return nil }
      place = place * 26 + Int(byte - UInt8(ascii: "A"))
    }
    return place
  }
}

/// The codes that WebKit finds in ICU, and the networks that it finds in the platform.
enum WebKitCodes {
  static let countries = LetterCodes(
    KnownNames.countries + ["CQ", "DG", "EA", "IC", "XK"], length: 2)

  static let currencies = LetterCodes(
    Currency.all.map(\.code) + withdrawn.split(separator: " ").map(String.init), length: 3)

  /// What ICU lists beyond ISO 4217 list one: the withdrawn codes of list three, and some that
  /// never were codes of the standard (ARL, CNH, MKN). Source: ICU, ucurr.cpp.
  static let withdrawn = """
    ADP AFA ALK ANG AOK AON AOR ARA ARL ARM ARP ATS AZM BAD BAN BEC BEF BEL BGL BGM BGN BGO BOL \
    BOP BRB BRC BRE BRN BRR BRZ BUK BYB BYR CLE CNH CNX CSD CSK CUC CYP DDM DEM ECS ECV EEK EQE \
    ESA ESB ESP FIM FRF GEK GHC GNS GQE GRD GWE GWP HRD HRK IEP ILP ILR ISJ ITL KRH KRO LSM LTL \
    LTT LUC LUF LUL LVL LVR MAF MCF MDC MGF MKN MLF MRO MTL MTP MVP MXP MZE MZM NIC NLG PEI PES \
    PLZ PTE RHD ROL RUR SDD SDP SIT SKK SLL SRG STD SUR TJR TMM TPE TRL UAK UGS USS UYP VEB VEF \
    VNN XEU XFO XFU XRE YDD YUD YUM YUN YUR ZAL ZMK ZRN ZRZ ZWD ZWL ZWR
    """

  /// Lower-case ASCII bytes of the networks that Apple lists.
  private static let networks: [[UInt8]] = KnownNames.networks.map { Array($0.lowercased().utf8) }

  /// The first byte and the length of each, which tell most of them apart.
  private static let networkKeys: [Int] = networks.map { key(first: $0.first, length: $0.count) }

  private static func key(first: UInt8?, length: Int) -> Int {
    length << 8 | Int((first ?? 0) | 0x20)
  }

  /// Whether a network is listed, in any case of its ASCII letters.
  static func isNetwork(_ name: String) -> Bool {
    let wanted = key(first: name.utf8.first, length: name.utf8.count)
    let keys = networkKeys
    for index in keys.indices where keys[index] == wanted && hasName(name, networks[index]) {
      return true
    }
    return false
  }

  /// Whether `name` is `lowercase` in any case of its ASCII letters.
  static func hasName(_ name: String, _ lowercase: [UInt8]) -> Bool {
    guard name.utf8.count == lowercase.count else { return false }
    return name.utf8.elementsEqual(lowercase) { byte, expected in
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        ? byte | 0x20 == expected : byte == expected
    }
  }
}
