import Testing

@testable import HTTPClient

@Suite struct PublicAddressTests {
  @Test(arguments: [
    "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.0", "100.127.255.255",
    "127.0.0.1", "127.255.255.254", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.8",
    "192.0.2.1", "192.88.99.1", "192.168.1.1", "198.18.0.1", "198.19.255.255", "198.51.100.7",
    "203.0.113.9", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
  ])
  func `an IPv4 address of special use is refused`(text: String) {
    #expect(PublicAddress.refusal(of: PublicAddress.bytes(text)) != nil)
  }

  @Test(arguments: [
    "1.0.0.1", "9.255.255.255", "11.0.0.0", "17.171.78.7", "100.63.255.255", "100.128.0.0",
    "126.255.255.255", "128.0.0.0", "169.253.255.255", "169.255.0.0", "172.15.255.255",
    "172.32.0.0", "191.255.255.255", "192.0.1.0", "192.167.255.255", "192.169.0.0",
    "198.17.255.255", "198.20.0.0", "223.255.255.255",
  ])
  func `its neighbours are public`(text: String) {
    let bytes = PublicAddress.bytes(text)
    #expect(bytes.count == 4)
    #expect(PublicAddress.refusal(of: bytes) == nil)
  }

  @Test(arguments: [
    ("::", "unspecified"), ("::1", "loopback"), ("::7f00:1", "IPv4-compatible"),
    ("::ffff:17.171.78.7", "IPv4-mapped"), ("::ffff:127.0.0.1", "IPv4-mapped"),
    ("64:ff9b::a00:1", "NAT64"), ("64:ff9b:1::a00:1", "NAT64"), ("100::1", "for discarding"),
    ("2001::1", "for protocols"), ("2001:1ff:ffff::1", "for protocols"),
    ("2001:db8::1", "for documentation"), ("3fff:fff::1", "for documentation"),
    ("2002:a00:1::1", "6to4"), ("5f00::1", "for segment routing"), ("fc00::1", "private"),
    ("fdff::1", "private"), ("fe80::1", "link-local"), ("febf::1", "link-local"),
    ("fec0::1", "site-local"), ("ff02::1", "multicast"), ("4000::1", "not assigned"),
    ("1fff::1", "not assigned"), ("0:0:0:0:1::", "not assigned"),
  ])
  func `an IPv6 address of special use is refused, and told what it is`(text: String, use: String) {
    #expect(PublicAddress.refusal(of: PublicAddress.bytes(text)) == use)
  }

  @Test(arguments: ["2001:200::1", "2001:db7:ffff::1", "2001:db9::1", "2003::1", "2620:149:a::1"])
  func `an assigned IPv6 address is public`(text: String) {
    let bytes = PublicAddress.bytes(text)
    #expect(bytes.count == 16)
    #expect(PublicAddress.refusal(of: bytes) == nil)
  }

  @Test func `what is no address is refused`() {
    #expect(PublicAddress.refusal(of: []) != nil)
    #expect(PublicAddress.refusal(of: [1, 2, 3]) != nil)
    #expect(PublicAddress.bytes("0177.0.0.1").isEmpty)
    #expect(PublicAddress.bytes("2130706433").isEmpty)
  }

  /// A network written with a slip would be empty and refuse nobody.
  @Test func `only loopback counts as this machine`() {
    for text in ["127.0.0.1", "127.9.9.9", "::1"] {
      #expect(PublicAddress.isLoopback(PublicAddress.bytes(text)))
    }
    for text in ["10.0.0.1", "::ffff:127.0.0.1", "0.0.0.0", "17.1.1.1"] {
      #expect(!PublicAddress.isLoopback(PublicAddress.bytes(text)))
    }
  }
}
