/// Every bound of the server, with its reason.
///
/// Deadlines are for the whole of what they name and not for inactivity, so that a client that
/// sends one byte at a time holds its slot no longer than one that sends none.
package struct HTTPServerLimits: Sendable {
  /// Bytes of a request target; the longest real one, a quote with its parameters, is under 1 KiB.
  package var targetBytes = 8 * 1024
  /// Bytes of all header fields together, line ends included.
  package var headerBytes = 16 * 1024
  /// Header fields of a request; each costs a comparison in every look-up.
  package var headerCount = 64
  /// Bytes of a body after its transfer coding; the largest, a payment token, is under 8 KiB.
  package var bodyBytes = 64 * 1024
  /// Paths whose bodies may be larger (or must be smaller) than `bodyBytes`: uploads.
  package var bodyBytesByPath: [String: Int] = [:]
  /// Bytes taken ahead of the request in work; beyond, the client's own socket is left to fill.
  package var pipelineBytes = 32 * 1024
  /// Seconds from the first byte of a request to the end of its header, a TLS handshake included.
  package var headerSeconds = 5.0
  /// Seconds from the end of the header to the end of the body.
  package var bodySeconds = 10.0
  /// Seconds a connection may stay open without a request; longer than any proxy reuses one.
  package var idleSeconds = 30.0
  /// Seconds for the client to take an answer, and one more for each 64 KiB of it.
  package var writeSeconds = 10.0
  /// Seconds in which a refused client may go on sending, so that it can read why.
  package var lingerSeconds = 2.0
  /// Bytes a refused client may go on sending.
  package var lingerBytes = 1024 * 1024
  /// Open connections; each costs one descriptor, and a hostile one `headerBytes` + `bodyBytes`.
  package var connections = 8192
  /// Open connections from one IPv4 address or IPv6 /64, so that no single one can take all.
  package var connectionsPerAddress = 6144
  /// Connections that the kernel holds until they are accepted.
  package var backlog = 1024

  /// The defaults.
  package init() {}
}
