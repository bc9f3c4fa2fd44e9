/// The version of the engine and its programs, by semantic versioning.
package let version = "0.1.0"
