export const originals = (count: number) => (count === 1 ? '1 original' : `${count} originals`);
export const hashOfOriginal = (value: string) => `SHA-256 ${value}`;
