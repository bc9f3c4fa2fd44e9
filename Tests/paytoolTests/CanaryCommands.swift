@testable import paytool

/// What the canary run puts into command lines.
struct CanaryPlaces {
  var data = "data"
  var configuration = "merchant-config"
  /// Purchase intents: one to be paid, one to be given up.
  var paid = "buy_paid"
  var canceled = "buy_canceled"
  var spareKey = "key_spare"
  var spareKeyText = "pay_test_spare"
  var reconciliationLine = "line_x"
  /// Files with what a command takes.
  var recipients = "recipients.txt"
  var payload = "payload.json"
  var script = "script.txt"
  var request = "request.json"
  var session = "session.json"
  var intentToken = "token.txt"
  var settlement = "settlement.csv"
  var propertyList = "Info.plist"
  var token = "token.json"
  var developmentRoot = "root.pem"
  var signerKey = "session-signer.key"
  var encryptedKey = "encrypted.key"
  var passphrase = "passphrase.txt"
  /// Files with secrets, which a person gives to a command by mistake.
  var baits: [String] = []
}

/// The command lines of the canary run.
struct CanaryCommands {
  /// A command's lines, without its own words.
  struct Lines {
    /// Must succeed.
    let good: [String]
    /// Whatever becomes of them.
    var others: [[String]] = []
  }

  let places: CanaryPlaces

  /// By the name of the command: a new one needs lines here.
  var lines: [String: Lines] {
    let reconciliation = ["--profile", SettlementShop.profile, "--as-of", SettlementShop.asOf]
    let others = configurationLines.merging(intentLines) { $1 }.merging(keyLines) { $1 }
    return others.merging(tokenLines) { $1 }.merging([
      "ledger balance": Lines(good: []),
      "ledger journal": Lines(good: [], others: [["--format", "ndjson"]]),
      "ledger export": Lines(good: []),
      "reconcile": Lines(
        good: ["--settlement", places.settlement] + reconciliation,
        others: ["table", "csv", "html"].map { reconciliation + ["--format", $0] }),
      "explain": Lines(good: [places.reconciliationLine, "--as-of", SettlementShop.asOf]),
      "currency": Lines(good: ["KWD", "--amount", "5.12"]),
      "help": Lines(good: [], others: [["keys", "generate"], ["nothing"]]),
    ]) { $1 }
  }

  private var configurationLines: [String: Lines] {
    [
      "check": Lines(good: [], others: [["--config", places.data + "/keys"]]),
      "offers": Lines(good: []),
      "notification render": Lines(good: [], others: [["--recipients", places.recipients]]),
      "notification check": Lines(good: [places.payload]),
      "notification plist": Lines(good: [places.propertyList]),
      "notification simulate": Lines(good: ["--script", places.script]),
      "quote": Lines(good: ["--offer", "tea-box", "--explain"], others: [["--segment", "9"]]),
      "request validate": Lines(good: [places.request]),
    ]
  }

  private var keyLines: [String: Lines] {
    [
      // The run itself begins with the one that succeeds.
      "keys generate": Lines(good: ["--help"], others: [[]]),
      "keys list": Lines(good: []),
      "keys inspect": Lines(
        good: [places.signerKey],
        others: [
          [places.encryptedKey, "--passphrase-file", places.passphrase], [places.encryptedKey],
          [places.encryptedKey, "--passphrase-file", places.encryptedKey],
          [places.encryptedKey, "--passphrase-credential", "nothing"],
          [places.signerKey, places.developmentRoot],
        ]),
      "keys add": Lines(good: ["--help"], others: [["--label", "a\nb"]]),
      "keys revoke": Lines(
        good: [places.spareKey], others: [["key_nope"], [places.spareKeyText]]),
      "session sign": Lines(
        good: ["--intent", places.paid], others: [[], ["--intent", "buy_x"]]),
      "session verify": Lines(
        good: [places.session], others: [[places.session, "--at", "2050-01-01T00:00:00Z"]]),
      // Nothing that would go out to Apple.
      "session request": Lines(
        good: ["--help"],
        others: [
          [], ["--identity", places.signerKey],
          ["--identity", places.developmentRoot, "--identity-key", places.signerKey],
          ["--validation-url", "https://shop.example/"],
        ]),
      "session content": Lines(good: [places.session]),
    ]
  }

  private var tokenLines: [String: Lines] {
    let root = ["--root", places.developmentRoot]
    let payment = ["--amount", "20.00", "--currency", "USD"]
    let old = root + ["--at", "2050-01-01T00:00:00Z"]
    return [
      "token inspect": Lines(good: [places.token], others: [[places.payload]]),
      "token verify": Lines(
        good: [places.token] + root, others: [[places.token], [places.token] + old]),
      "token open": Lines(
        good: [places.token] + root,
        others: [
          [places.token], [places.token] + old,
          [places.token] + root + ["--merchant-identifier", "merchant.com.example.other"],
          [places.token] + root + ["--key", places.signerKey],
        ]),
      "token simulate": Lines(
        good: payment,
        others: [
          payment + ["--version", "RSA_v1"], ["--fault", "list"], ["--intent", places.paid],
          ["--intent", "buy_x"],
        ]),
    ]
  }

  private var intentLines: [String: Lines] {
    let approval = ["--psp-reference", "PSP1", "--result", "approved"]
    return [
      "intent create": Lines(good: ["--segment", "2"], others: [["--segment", "9"]]),
      "intent list": Lines(good: [], others: [["--format", "ndjson"]]),
      "intent show": Lines(good: [places.paid]),
      "intent verify": Lines(good: [places.intentToken]),
      "intent authorization": Lines(
        good: [places.paid] + approval + ["--attested"], others: [[places.canceled] + approval]),
      "intent capture": Lines(good: [places.paid, "--psp-reference", "PSP1"]),
      "intent cancel": Lines(good: [places.canceled]),
      "intent refund": Lines(
        good: [places.paid, "--psp-reference", "PSP2", "--amount", "2.00"]),
      "intent dispute": Lines(
        good: [places.paid, "--psp-reference", "PSP3", "--result", "opened", "--amount", "1.00"]),
      "intent voidings": Lines(good: []),
    ]
  }

  /// Lines of a command in which a file with secrets stands where another one belongs: as each
  /// operand and as the value of each option that names a file or folder.
  func mistakes(of command: CommandSpec) -> [[String]] {
    let options = command.options.filter { ["FILE", "DIR", "PEM"].contains($0.value) }
    return places.baits.flatMap { bait in
      let operands = command.operands.map { _ in bait }
      let inOptions = options.map { [$0.name, bait] + operands }
      return (operands.isEmpty ? [] : [operands]) + inOptions
        + [operands + ["--config", bait], operands + ["--data", bait]]
    }
  }
}
