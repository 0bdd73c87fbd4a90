/** A page of events is half a megabyte of text, and escaping and parsing it takes longer than making it. */
const LONG = 4096;
const LENGTH_BYTES = 4;

type Part = string | Uint8Array;

/** A reply as it is transported: as JSON, with the long texts and the bytes of its first level beside it. */
export interface ReplyPacket {
  readonly json: string;
  readonly beside: readonly Part[];
}

/** A caller receives it instead of a reply while the work makes progress. */
export const PROGRESS_PACKET: ReplyPacket = { json: JSON.stringify('progress'), beside: [] };

/** The sender of a request hears signs of progress, and then the reply or an error. */
export interface Heard {
  readonly isProgress?: true;
  readonly err?: unknown;
  readonly response?: unknown;
}

/** The JSON of a packet. */
interface Carried extends Pick<Heard, 'err' | 'response'> {
  /** The names and kinds of the parts beside it, in their order. */
  readonly beside?: readonly (readonly [name: string, kind: 'text' | 'bytes'])[];
}

/** Packs what a handler returns: JSON whose first level may contain bytes. */
export function packResponse(response: unknown): ReplyPacket {
  const members = membersBeside(response);
  if (members.length === 0) return { json: JSON.stringify({ response }), beside: [] };
  const rest = { ...(response as object), ...Object.fromEntries(members.map(([name]) => [name, undefined])) };
  const kinds = members.map(([name, part]) => [name, typeof part === 'string' ? 'text' : 'bytes']);
  return { json: JSON.stringify({ response: rest, beside: kinds }), beside: members.map(([, part]) => part) };
}

export function packError(err: unknown): ReplyPacket {
  return { json: JSON.stringify({ err }), beside: [] };
}

/** The reply as it was packed, or a sign of progress. */
export function unpackReply({ json, beside: parts }: ReplyPacket): Heard {
  if (json === PROGRESS_PACKET.json) return { isProgress: true };
  const { beside = [], ...packet } = JSON.parse(json) as Carried;
  if (beside.length === 0) return packet;
  const members = beside.map(([name, kind], at) => [name, kind === 'text' ? textOf(parts[at] ?? '') : parts[at]]);
  return { ...packet, response: { ...(packet.response as object), ...Object.fromEntries(members) } };
}

/** Each part after its length. */
export function toBytes({ json, beside }: ReplyPacket): Buffer {
  const parts = [json, ...beside].map((part) => (typeof part === 'string' ? Buffer.from(part) : part));
  return Buffer.concat(parts.flatMap((part) => [lengthOf(part), part]));
}

/** @throws RangeError if the bytes end within a part */
export function fromBytes(bytes: Buffer): ReplyPacket {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const start = at + LENGTH_BYTES;
    at = start + bytes.readUInt32BE(at);
    if (at > bytes.length) throw new RangeError('The reply is cut off');
    parts.push(bytes.subarray(start, at));
  }
  const [json, ...beside] = parts;
  return { json: textOf(json ?? ''), beside };
}

function membersBeside(response: unknown): [name: string, part: Part][] {
  if (typeof response !== 'object' || response === null || Array.isArray(response)) return [];
  return Object.entries(response).filter(
    (member): member is [string, Part] =>
      member[1] instanceof Uint8Array || (typeof member[1] === 'string' && member[1].length >= LONG),
  );
}

function textOf(part: Part): string {
  return typeof part === 'string' ? part : Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString();
}

function lengthOf(part: Uint8Array): Buffer {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(part.length);
  return length;
}
