/// Keeps a part that few values have outside of the value: where it is absent it costs one word.
///
/// A payment request is copied on every path of a purchase, and most have none of these parts.
@propertyWrapper
public struct Rare<Value: Sendable & Hashable>: Sendable, Hashable {
  private indirect enum Storage: Sendable, Hashable { case present(Value) }

  private var storage: Storage?

  public init(wrappedValue: Value?) { storage = wrappedValue.map(Storage.present) }

  public var wrappedValue: Value? {
    get { if case .present(let value)? = storage { value } else { nil } }
    set { storage = newValue.map(Storage.present) }
  }
}
