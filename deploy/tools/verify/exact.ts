/**
 * Decimals as whole numbers, so that what is checked and what checks it share no arithmetic: `units` of 10^-`places`.
 */
export interface Exact {
  readonly units: bigint;
  readonly places: number;
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;

/** A decimal's text or a JSON number, digit by digit. Throws a RangeError for anything else. */
export function exact(value: string | number): Exact {
  const parts = NUMBER.exec(String(value));
  if (!parts) throw new RangeError(`${value} is no decimal`);
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
  const units = BigInt(`${sign}${whole}${fraction}`);
  const places = fraction.length - Number(exponent);
  return places < 0 ? { units: units * 10n ** BigInt(-places), places: 0 } : { units, places };
}

export function times(a: Exact, b: Exact): Exact {
  return { units: a.units * b.units, places: a.places + b.places };
}

/** The cents of an amount of zero or more, rounded half up. */
export function halfUpCents({ units, places }: Exact): bigint {
  if (places <= 2) return units * 10n ** BigInt(2 - places);
  const cent = 10n ** BigInt(places - 2);
  return (units + cent / 2n) / cent;
}

/** The cents of what must be whole cents. Throws a RangeError for anything finer. */
export function centsOf(value: string | number): bigint {
  const { units, places } = exact(value);
  if (places > 2 && units % 10n ** BigInt(places - 2) !== 0n) throw new RangeError(`${value} is not in whole cents`);
  return halfUpCents({ units, places });
}

export function toText({ units, places }: Exact): string {
  const digits = units.toString().padStart(places + 1, '0');
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
