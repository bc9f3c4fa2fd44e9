import PayCore
import Testing

extension Fixture {
  /// The sample offer as it rides in a payload.
  static func notificationOffer(defaultSegment: Int = 0) -> NotificationOffer {
    NotificationOffer(
      id: "some-product", label: "Some Product", currency: usd, country: "US",
      networks: ["visa", "masterCard", "amex"], capabilities: ["supports3DS"],
      segments: [500, 1000, 2000].map { Money(minorUnits: $0, currency: usd) },
      defaultSegment: defaultSegment, endpoint: "https://shop.example.com/v1/purchase-intents",
      expiresAt: now.adding(seconds: 3600), notification: "note_01kdvdna000000000000000000",
      token: "e30.e30.c2ln")
  }
}

@Suite struct BuyRequestTests {
  @Test func `a request names the segment, never an amount`() {
    let request = BuyRequest(offer: Fixture.notificationOffer(), segment: 2, attempt: 1)
    #expect(request.url == "https://shop.example.com/v1/purchase-intents")
    #expect(request.idempotencyKey == "note_01kdvdna000000000000000000.2.1")
    #expect(request.authorization == "Bearer e30.e30.c2ln")
    #expect(
      String(decoding: request.body, as: UTF8.self) == #"{"offer":"some-product","segment":2}"#)
  }

  @Test func `the server reads the body as that purchase`() throws {
    let request = BuyRequest(offer: Fixture.notificationOffer(), segment: 1, attempt: 3)
    let purchase = try Purchase(json: try JSONValue(parsing: request.body))
    #expect(purchase == Purchase(offer: "some-product", segment: 1))
  }

  @Test func `a request names the way to ship, if the person chose one`() throws {
    let request = BuyRequest(
      offer: Fixture.notificationOffer(), segment: 1, shippingMethod: "express", attempt: 1)
    #expect(request.idempotencyKey == "note_01kdvdna000000000000000000.1.1.express")
    let purchase = try Purchase(json: try JSONValue(parsing: request.body))
    #expect(
      purchase == Purchase(offer: "some-product", segment: 1, shippingMethod: "express"))
  }

  @Test(arguments: [-1, 3, Int.max, Int.min])
  func `an index outside is the default segment`(index: Int) {
    let offer = Fixture.notificationOffer(defaultSegment: 1)
    let request = BuyRequest(offer: offer, segment: index, attempt: 1)
    #expect(request == BuyRequest(offer: offer, segment: 1, attempt: 1))
  }
}

@Suite struct BuyAttemptsTests {
  private let offer = Fixture.notificationOffer()

  /// The attempt of a second request, after the first for segment 2 was answered with `status`.
  private func second(segment: Int, after status: Int?) -> Int {
    var attempts = BuyAttempts()
    _ = attempts.request(offer: offer, segment: 2)
    if let status { attempts.answered(status: status) }
    let request = attempts.request(offer: offer, segment: segment)
    #expect(request.idempotencyKey.hasSuffix(".\(attempts.attempt)"))
    return attempts.attempt
  }

  @Test(arguments: [nil, 408, 409, 425, 429, 500, 502, 503, 504] as [Int?])
  func `a retry of what was not settled keeps the key`(status: Int?) {
    #expect(second(segment: 2, after: status) == 1)
  }

  @Test(arguments: [200, 201, 400, 401, 404, 422])
  func `the next try after an answer is a new one`(status: Int) {
    #expect(second(segment: 2, after: status) == 2)
  }

  @Test(arguments: [nil, 201, 503] as [Int?])
  func `another segment is a new one, whatever became of the first`(status: Int?) {
    #expect(second(segment: 0, after: status) == 2)
  }

  @Test func `another way to ship is a new attempt, the same one is not`() {
    var attempts = BuyAttempts()
    for (method, attempt) in [(nil, 1), ("express", 2), ("express", 2), (nil, 3)]
      as [(String?, Int)]
    {
      let request = attempts.request(offer: offer, segment: 2, shippingMethod: method)
      #expect(
        request
          == BuyRequest(offer: offer, segment: 2, shippingMethod: method, attempt: attempt))
    }
    _ = attempts.request(offer: offer, segment: 2, shippingMethod: "express")
    attempts.answered(status: 201)
    #expect(
      attempts.again(offer: offer)
        == BuyRequest(offer: offer, segment: 2, shippingMethod: "express", attempt: 5))
  }

  @Test func `an answer of an intent that is over is followed by the next attempt, a few times`() {
    var attempts = BuyAttempts()
    #expect(attempts.again(offer: offer) == nil)
    _ = attempts.request(offer: offer, segment: 2)
    for _ in 0..<2 {
      let first = attempts.attempt
      for step in 1...BuyAttempts.mostRepeats {
        attempts.answered(status: 201)
        let request = attempts.again(offer: offer)
        #expect(request == BuyRequest(offer: offer, segment: 2, attempt: first + step))
      }
      attempts.answered(status: 201)
      #expect(attempts.again(offer: offer) == nil)
      // A tap of the person's begins anew, at the next attempt.
      let next = attempts.request(offer: offer, segment: 2)
      #expect(next.idempotencyKey.hasSuffix(".\(first + BuyAttempts.mostRepeats + 1)"))
    }
  }

  @Test func `an index outside and the default segment are one and the same`() {
    var attempts = BuyAttempts()
    let first = attempts.request(offer: offer, segment: 9)
    #expect(attempts.request(offer: offer, segment: 0) == first)
  }

  @Test func `no key is used for two segments or two settled tries`() {
    var attempts = BuyAttempts()
    var keys: Set<String> = []
    for round in 0..<12 {
      keys.insert(attempts.request(offer: offer, segment: round % 3).idempotencyKey)
      attempts.answered(status: round.isMultiple(of: 2) ? 201 : 503)
    }
    #expect(keys.count == 12)
  }
}
