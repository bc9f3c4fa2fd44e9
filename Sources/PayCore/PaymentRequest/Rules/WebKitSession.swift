// What WebKit's ApplePaySession checks of the amounts of a request.

extension WebKitRules {
  /// Up to this version the rules of WebKit's first years hold: a total above zero, and at least
  /// one shipping method where there are any.
  static let lastOfOldRules = 3

  static let greatestTotal = Decimal128(Limits.webKitTotal)

  static func checkTotal(_ request: JSONValue, version: Int) throws(WebKitFault) {
    let total = request.member("total") ?? .null
    do throws(WebKitFault) {
      let amount = try checkedAmount(total)
      guard total.member("label") != nil else {
        throw WebKitFault(.totalLabel, "Missing total label.", at: "/label")
      }
      if version <= lastOfOldRules {
        guard !amount.isNegative, !amount.isZero else {
          throw WebKitFault(
            .totalNotPositive, "Total amount must be greater than zero.", at: "/amount")
        }
      } else if amount.isNegative {
        throw WebKitFault(.totalNegative, "Total amount must not be negative.", at: "/amount")
      }
      guard !amount.exceeds(greatestTotal) else {
        throw WebKitFault(.totalTooBig, "Total amount is too big.", at: "/amount")
      }
    } catch { throw error.below("total") }
  }

  static func checkLineItems(_ request: JSONValue) throws(WebKitFault) {
    let items = request.member("lineItems")?.elements ?? []
    for index in items.indices where !isPending(items[index]) {
      do throws(WebKitFault) {
        _ = try checkedAmount(items[index])
      } catch { throw error.below(index).below("lineItems") }
    }
  }

  static func checkShippingMethods(_ request: JSONValue, version: Int) throws(WebKitFault) {
    guard let methods = request.member("shippingMethods")?.elements else { return }
    guard !methods.isEmpty || version > lastOfOldRules else {
      throw WebKitFault(
        .shippingMethodsEmpty, "At least one shipping method must be provided.",
        at: "/shippingMethods")
    }
    for index in methods.indices {
      do throws(WebKitFault) {
        _ = try checkedAmount(methods[index])
      } catch { throw error.below(index).below("shippingMethods") }
    }
  }

  static func checkTokenContexts(_ request: JSONValue) throws(WebKitFault) {
    let contexts = request.member("multiTokenContexts")?.elements ?? []
    for index in contexts.indices {
      do throws(WebKitFault) {
        _ = try checkedAmount(contexts[index])
      } catch { throw error.below(index).below("multiTokenContexts") }
    }
  }

  /// A pending item needs no amount: WebKit drops it unread.
  static func isPending(_ item: JSONValue) -> Bool {
    item.member("type")?.scriptText == "pending"
  }

  /// The amount of an item; the pointer of the fault is seen from the item.
  static func checkedAmount(_ item: JSONValue) throws(WebKitFault) -> MonetaryValue {
    let text = item.member("amount")?.scriptText ?? ""
    guard let amount = MonetaryValue(text) else {
      throw WebKitFault(.amount, "\"\(text)\" is not a valid amount.", at: "/amount")
    }
    return amount
  }
}
