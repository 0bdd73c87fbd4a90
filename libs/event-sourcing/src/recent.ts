const REMEMBERED = 5_000;

/** A cache of at least the latest 5,000 values, and less than twice as many. */
export class Recent<Value> {
  private latest = new Map<string, Value>();
  private earlier = new Map<string, Value>();

  get(key: string): Value | undefined {
    return this.latest.get(key) ?? this.earlier.get(key);
  }

  set(key: string, value: Value): void {
    this.latest.set(key, value);
    if (this.latest.size < REMEMBERED) return;
    this.earlier = this.latest;
    this.latest = new Map();
  }
}
