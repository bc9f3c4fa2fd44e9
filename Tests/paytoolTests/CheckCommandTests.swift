import Foundation
import TestSupport
import Testing

@Suite struct CheckCommandTests {
  private var shop: Shop

  init() throws { shop = try Shop() }

  @Test func `the sample has no faults`() throws {
    #expect(try shop.ok("check").contains("no faults"))
    let verdict = try shop.json("check")
    #expect(verdict["object"] as? String == "configuration")
    #expect(verdict["valid"] as? Bool == true)
    #expect((verdict["faults"] as? [Any])?.isEmpty == true)
  }

  @Test func `what a sheet would refuse is told, once for all prices that have it`() throws {
    #expect((try shop.json("check")["findings"] as? [Any])?.isEmpty == true)
    var shop = shop
    shop.configuration = try sampleCopy(in: shop) { name, text in
      name == "offers.json"
        ? text.replacingOccurrences(of: #""5.00""#, with: #""200000000.00", "300000000.00""#)
        : text
    }
    let finished = try shop.paytool("check")
    #expect(finished.status == 0)
    #expect(finished.output.contains("no faults"))
    #expect(
      finished.errors.contains(
        "warning: the payment request of offer some-product, segment 0 and of 1 other price is "
          + "refused at /total/amount: "))
    let findings = try #require(try shop.json("check")["findings"] as? [[String: Any]])
    #expect(findings.allSatisfy { $0["prices"] as? Int == 2 && $0["segment"] as? Int == 0 })
    let quote = try shop.paytool("quote")
    #expect(quote.status == 0)
    #expect(quote.errors.contains("warning: the payment request is refused at /total/amount: "))
  }

  private func broken() throws -> Shop {
    var shop = shop
    shop.configuration = try sampleCopy(in: shop) { name, text in
      name == "merchant.json"
        ? text.replacingOccurrences(of: #""US""#, with: #""USA""#)
        : text.replacingOccurrences(of: #""5.00""#, with: #""5.001""#)
    }
    return shop
  }

  @Test func `every fault stands on a line with file and pointer`() throws {
    let finished = try broken().paytool("check")
    #expect(finished.status == 1)
    #expect(finished.output.isEmpty)
    #expect(finished.errorLines.count == 3)
    #expect(finished.errorLines.first?.hasSuffix("has 2 faults") == true)
    #expect(finished.errors.contains("\n  merchant.json: /countryCode: "))
    #expect(finished.errors.contains("\n  offers.json: /offers/0/segments/0: "))
  }

  @Test func `with --json the verdict is data and the reason a problem`() throws {
    let finished = try broken().paytool("check", "--json")
    #expect(finished.status == 1)
    let verdict = try document(finished.output)
    #expect(verdict["valid"] as? Bool == false)
    let faults = try #require(verdict["faults"] as? [[String: String]])
    #expect(faults.map { $0["pointer"] } == ["/countryCode", "/offers/0/segments/0"])
    let problem = try document(finished.errors)
    #expect((problem["errors"] as? [[String: String]])?.count == 2)
  }

  @Test(arguments: [["quote"], ["offers"], ["keys", "generate"], ["session", "sign"]])
  func `other commands tell the same faults`(arguments: [String]) throws {
    let finished = try broken().paytool(arguments)
    #expect(finished.status == 1)
    #expect(finished.output.isEmpty)
    #expect(finished.errorLines.count == 3)
  }

  @Test(arguments: [["check"], ["quote"], ["offers"]])
  func `a directory that is not there comes with a remedy`(arguments: [String]) throws {
    let finished = try shop.paytool(arguments + ["--config", "/nowhere"])
    #expect(finished.status == 5)
    #expect(finished.output.isEmpty)
    #expect(finished.errorLines.count == 1)
    #expect(finished.errors.contains("/nowhere") && finished.errors.contains("--config DIR"))
  }

  @Test func `flag, environment and default are asked in this order`() throws {
    let program = binaryDirectory + "/paytool"
    let wrong = ["PAY_CONFIG": "/nowhere"]
    let flag = try run(
      program, ["check", "--config", shop.configuration], environment: wrong)
    #expect(flag.status == 0)
    #expect(try run(program, ["check"], environment: wrong, directory: packageRoot).status == 5)
    let unset = ["PAY_CONFIG": ""]
    #expect(try run(program, ["check"], environment: unset, directory: packageRoot).status == 0)
  }

  @Test func `text from the configuration cannot steer the terminal`() throws {
    var shop = shop
    shop.configuration = try sampleCopy(in: shop) { name, text in
      name == "merchant.json"
        ? text.replacingOccurrences(of: #""countryCode""#, with: #""\u001b[2J\r\u202e""#) : text
    }
    let finished = try shop.paytool("check")
    #expect(finished.status == 1)
    let steering: Set<Unicode.Scalar> = ["\u{1B}", "\r", "\u{202E}"]
    #expect(finished.errors.unicodeScalars.allSatisfy { !steering.contains($0) })
    #expect(finished.errors.contains("\\u{1b}[2J"))
  }
}
