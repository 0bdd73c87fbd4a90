import type { WritePacket } from '@nestjs/microservices';

/** A page of a list is half a megabyte of JSON text, and escaping and parsing it takes longer than making it. */
const LONG = 4096;
const LENGTH_BYTES = 4;

/** A reply as it is transported: as JSON, with the long texts of its first level beside it. */
export interface ReplyPacket {
  readonly json: string;
  readonly texts: readonly string[];
}

/** The JSON of a packet. */
interface Carried extends WritePacket {
  /** The names of the texts beside it, in their order. */
  readonly beside?: readonly string[];
}

/** Of what a handler returns: any JSON. */
export function packResponse(response: unknown): ReplyPacket {
  const beside = longTextsOf(response);
  if (beside.length === 0) return { json: JSON.stringify({ response }), texts: [] };
  const rest = { ...(response as object), ...Object.fromEntries(beside.map(([name]) => [name, undefined])) };
  return {
    json: JSON.stringify({ response: rest, beside: beside.map(([name]) => name) }),
    texts: beside.map(([, text]) => text),
  };
}

/** Of the body of an error. */
export function packError(err: unknown): ReplyPacket {
  return { json: JSON.stringify({ err }), texts: [] };
}

/** The reply as it was packed. */
export function unpackReply({ json, texts }: ReplyPacket): WritePacket {
  const { beside = [], ...packet } = JSON.parse(json) as Carried;
  if (beside.length === 0) return packet;
  const long = Object.fromEntries(beside.map((name, at) => [name, texts[at]]));
  return { ...packet, response: { ...(packet.response as object), ...long } };
}

/** Each part after its length. */
export function toBytes({ json, texts }: ReplyPacket): Buffer {
  const parts = [json, ...texts].map((part) => Buffer.from(part));
  return Buffer.concat(parts.flatMap((part) => [lengthOf(part), part]));
}

/** @throws RangeError if the bytes end within a part */
export function fromBytes(bytes: Buffer): ReplyPacket {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length;) {
    const start = at + LENGTH_BYTES;
    at = start + bytes.readUInt32BE(at);
    if (at > bytes.length) throw new RangeError('The reply is cut off');
    parts.push(bytes.toString('utf8', start, at));
  }
  const [json = '', ...texts] = parts;
  return { json, texts };
}

function longTextsOf(response: unknown): [name: string, text: string][] {
  if (typeof response !== 'object' || response === null || Array.isArray(response)) return [];
  return Object.entries(response).filter(
    (member): member is [string, string] => typeof member[1] === 'string' && member[1].length >= LONG,
  );
}

function lengthOf(part: Buffer): Buffer {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(part.length);
  return length;
}
