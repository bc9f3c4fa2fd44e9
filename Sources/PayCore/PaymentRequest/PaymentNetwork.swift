/// A payment network by its web name: `visa`.
///
/// Source: Apple, PKPaymentNetwork and ApplePayPaymentRequest.supportedNetworks.
public struct PaymentNetwork: RequestName {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// What Apple lists, in order of iOS versions. Web versions are those of Apple's table; that of
  /// `carteBancaire` is WebKit's. For `dankort` the typings say iOS 15.1 and 15.4: the later stands
  /// here.
  package static let known: [VersionedName] = [
    VersionedName("amex", iOS: "8", web: 1),
    VersionedName("visa", iOS: "8", web: 1),
    VersionedName("masterCard", iOS: "8", web: 1),
    VersionedName("discover", iOS: "9", web: 1),
    VersionedName("privateLabel", iOS: "9", web: 1),
    VersionedName("chinaUnionPay", iOS: "9.2", web: 1),
    VersionedName("interac", iOS: "9.2", web: 1),
    VersionedName("jcb", iOS: "10.1", web: 2),
    VersionedName("suica", iOS: "10.1", web: nil),
    VersionedName("carteBancaire", iOS: "10.3", web: 3),
    VersionedName("idCredit", iOS: "10.3", web: nil),
    VersionedName("quicPay", iOS: "10.3", web: nil),
    VersionedName("carteBancaires", iOS: "11", web: nil),
    VersionedName("cartesBancaires", iOS: "11.2", web: 4),
    VersionedName("eftpos", iOS: "12", web: 4),
    VersionedName("electron", iOS: "12", web: 4),
    VersionedName("maestro", iOS: "12", web: 4),
    VersionedName("vPay", iOS: "12", web: 4),
    VersionedName("elo", iOS: "12.1.1", web: 5),
    VersionedName("mada", iOS: "12.1.1", web: 5),
    VersionedName("barcode", iOS: "14", web: nil),
    VersionedName("girocard", iOS: "14", web: 11),
    VersionedName("mir", iOS: "14.5", web: 11),
    VersionedName("nanaco", iOS: "15", web: nil),
    VersionedName("waon", iOS: "15", web: nil),
    VersionedName("dankort", iOS: "15.4", web: 13),
    VersionedName("bancomat", iOS: "16", web: 14),
    VersionedName("bancontact", iOS: "16", web: 14),
    VersionedName("postFinance", iOS: "16.4", web: nil),
    VersionedName("pagoBancomat", iOS: "17", web: nil),
    VersionedName("tmoney", iOS: "17", web: nil),
    VersionedName("meeza", iOS: "17.4", web: nil),
    VersionedName("bankAxept", iOS: "17.5", web: 15),
    VersionedName("NAPAS", iOS: "17.5", web: nil),
    VersionedName("conecs", iOS: nil, web: nil),
    VersionedName("elCorteIngles", iOS: nil, web: nil),
    VersionedName("elcard", iOS: nil, web: nil),
    VersionedName("himyan", iOS: nil, web: nil),
    VersionedName("humo", iOS: nil, web: nil),
    VersionedName("jaywan", iOS: nil, web: nil),
    VersionedName("maal", iOS: nil, web: nil),
    VersionedName("myDebit", iOS: nil, web: nil),
    VersionedName("payPak", iOS: nil, web: nil),
    VersionedName("ruPay", iOS: nil, web: nil),
    VersionedName("uzCard", iOS: nil, web: nil),
    VersionedName("verve", iOS: nil, web: nil),
  ]
}
