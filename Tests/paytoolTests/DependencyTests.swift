import Foundation
import TestSupport
import Testing

@Suite struct DependencyTests {
  @Test func `the program is linked without Foundation and without libssl`() throws {
    let finished = try run("/usr/bin/ldd", [binaryDirectory + "/paytool"])
    #expect(finished.output.contains("libcrypto"))
    for library in ["Foundation", "libssl", "libcurl", "icu"] {
      #expect(!finished.output.contains(library))
    }
  }
}
