/** `units` · 10^-`places`: integers share no arithmetic with the product. */
export interface Exact {
  readonly units: bigint;
  readonly places: number;
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;

/** @throws RangeError unless it is decimal text or a JSON number */
export function exact(value: string | number): Exact {
  const parts = NUMBER.exec(String(value));
  if (!parts) throw new RangeError(`${value} is not a decimal`);
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
  const units = BigInt(`${sign}${whole}${fraction}`);
  const places = fraction.length - Number(exponent);
  return places < 0 ? { units: units * 10n ** BigInt(-places), places: 0 } : { units, places };
}

export function times(a: Exact, b: Exact): Exact {
  return { units: a.units * b.units, places: a.places + b.places };
}

export function halfUpCents({ units, places }: Exact): bigint {
  if (places <= 2) return units * 10n ** BigInt(2 - places);
  const cent = 10n ** BigInt(places - 2);
  return (units + cent / 2n) / cent;
}

/** @throws RangeError if the value is not a whole number of cents */
export function centsOf(value: string | number): bigint {
  const { units, places } = exact(value);
  if (places > 2 && units % 10n ** BigInt(places - 2) !== 0n) throw new RangeError(`${value} is not in whole cents`);
  return halfUpCents({ units, places });
}

export function toText({ units, places }: Exact): string {
  const digits = units.toString().padStart(places + 1, '0');
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
