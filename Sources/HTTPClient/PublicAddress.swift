import CCurl
import Glibc

/// The addresses of the public Internet, told from those of special use.
///
/// Source: the IANA registries of special-purpose addresses for IPv4 and IPv6 (RFC 6890), and
/// RFC 4291 for what IPv6 has assigned at all.
package enum PublicAddress {
  /// Why nobody is to be called at an address of 4 or 16 bytes; nil if it is public.
  package static func refusal(of address: [UInt8]) -> String? {
    if let network = networks.first(where: { $0.contains(address) }) { return network.use }
    switch address.count {
    case 4: return nil
    // Only 2000::/3 is assigned to hosts.
    case 16: return address[0] & 0xE0 == 0x20 ? nil : "not assigned"
    default: return "of an unknown kind"
    }
  }

  /// Whether an address is this machine's own.
  static func isLoopback(_ address: [UInt8]) -> Bool { refusal(of: address) == loopback }

  private static let loopback = "loopback"

  private static let networks: [Network] = [
    Network("0.0.0.0", 8, "this network"),
    Network("10.0.0.0", 8, "private"),
    Network("100.64.0.0", 10, "shared by a carrier"),
    Network("127.0.0.0", 8, loopback),
    Network("169.254.0.0", 16, "link-local"),
    Network("172.16.0.0", 12, "private"),
    Network("192.0.0.0", 24, "for protocols"),
    Network("192.0.2.0", 24, "for documentation"),
    Network("192.31.196.0", 24, "for protocols"),
    Network("192.52.193.0", 24, "for protocols"),
    Network("192.88.99.0", 24, "6to4"),
    Network("192.168.0.0", 16, "private"),
    Network("192.175.48.0", 24, "for protocols"),
    Network("198.18.0.0", 15, "for benchmarks"),
    Network("198.51.100.0", 24, "for documentation"),
    Network("203.0.113.0", 24, "for documentation"),
    Network("224.0.0.0", 4, "multicast"),
    Network("240.0.0.0", 4, "reserved or broadcast"),
    Network("::1", 128, loopback),
    Network("::", 128, "unspecified"),
    Network("::ffff:0:0", 96, "IPv4-mapped"),
    Network("::", 96, "IPv4-compatible"),
    Network("64:ff9b::", 96, "NAT64"),
    Network("64:ff9b:1::", 48, "NAT64"),
    Network("100::", 64, "for discarding"),
    Network("2001::", 23, "for protocols"),
    Network("2001:db8::", 32, "for documentation"),
    Network("2002::", 16, "6to4"),
    Network("2620:4f:8000::", 48, "for protocols"),
    Network("3fff::", 20, "for documentation"),
    Network("5f00::", 16, "for segment routing"),
    Network("fc00::", 7, "private"),
    Network("fe80::", 10, "link-local"),
    Network("fec0::", 10, "site-local"),
    Network("ff00::", 8, "multicast"),
  ]
}

extension PublicAddress {
  /// The bytes of an address as `inet_pton` reads it; empty if it is none.
  package static func bytes(_ text: String) -> [UInt8] {
    let isWide = text.utf8.contains(UInt8(ascii: ":"))
    var bytes = [UInt8](repeating: 0, count: isWide ? 16 : 4)
    return inet_pton(isWide ? AF_INET6 : AF_INET, text, &bytes) == 1 ? bytes : []
  }

  /// An address as people write it.
  static func text(of address: [UInt8]) -> String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let family = address.count == 16 ? AF_INET6 : AF_INET
    guard inet_ntop(family, address, &text, socklen_t(text.count)) != nil else { return "?" }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The bytes of the address in a socket address; empty if that is of another family.
  static func bytes(of address: UnsafePointer<sockaddr>) -> [UInt8] {
    let start = UnsafeRawPointer(address)
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
      let address = start.loadUnaligned(as: sockaddr_in.self)
      return withUnsafeBytes(of: address.sin_addr) { Array($0) }
    case AF_INET6:
      let address = start.loadUnaligned(as: sockaddr_in6.self)
      return withUnsafeBytes(of: address.sin6_addr) { Array($0) }
    default: return []
    }
  }

  /// The addresses that share their first `length` bits.
  private struct Network {
    let first: [UInt8]
    let length: Int
    /// What they are for.
    let use: String

    init(_ text: String, _ length: Int, _ use: String) {
      first = PublicAddress.bytes(text)
      self.length = length
      self.use = use
    }

    func contains(_ address: [UInt8]) -> Bool {
      let (whole, bits) = length.quotientAndRemainder(dividingBy: 8)
      guard address.count == first.count, !first.isEmpty,
        address.prefix(whole) == first.prefix(whole)
      else { return false }
      return bits == 0 || (address[whole] ^ first[whole]) >> UInt8(8 - bits) == 0
    }
  }
}
