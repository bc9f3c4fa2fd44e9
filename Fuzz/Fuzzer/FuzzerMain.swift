import CFuzzer
import FuzzProperties
import Glibc

/// `Fuzzer PROPERTY [OPTION]... [FOLDER]...`: libFuzzer's loop over one property; options and folders
/// are libFuzzer's. Scripts/fuzz builds and calls it.
@main
enum FuzzerMain {
  private static let property = CommandLine.arguments.dropFirst().first
    .flatMap(FuzzProperty.init(rawValue:))

  static func main() {
    guard property != nil else {
      let known = FuzzProperty.allCases.map(\.rawValue).joined(separator: ", ")
      let usage = "usage: Fuzzer PROPERTY [OPTION]... [FOLDER]...; a PROPERTY is one of \(known)\n"
      _ = write(STDERR_FILENO, usage, usage.utf8.count)
      exit(2)
    }
    // libFuzzer sees a command line without the property's name.
    var count = CommandLine.argc - 1
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv + 1
    arguments?[0] = CommandLine.unsafeArgv[0]
    exit(LLVMFuzzerRunDriver(&count, &arguments, check))
  }

  /// A violation ends the process, so that libFuzzer keeps the input.
  private static let check: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32 = { data, size in
    let bytes = Array(UnsafeBufferPointer(start: data, count: size))
    do {
      try property?.check(bytes)
    } catch {
      fatalError("\(error)")
    }
    return 0
  }
}
