import { OutlayError } from '@outlay/contracts';
import { RECEIPT_MAX_BYTES, receiptTooLargeMessage } from '@outlay/rules';
import type { FastifyRequest } from 'fastify';
import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import { repeatedField } from './repeated-field.js';

export interface Sender {
  readonly id: string;
  /** Aborted once nobody waits for the response. */
  readonly gone: AbortSignal;
}

export interface UploadedFile {
  /** The file's name as the client sent it. */
  readonly name: string;
  readonly content: Buffer;
  readonly sender: Sender;
}

/** Counts the bytes of a file against the limits. */
export interface Reservation {
  arrived(bytes: number): void;
  complete(): void;
}

export interface UploadAdmission {
  readonly sender: Sender;
  /**
   * Called when the first byte of a file is there. `drop` gives up a file that arrives too slowly.
   * @throws SERVICE_UNAVAILABLE if there is no memory for it
   */
  reserve(drop: (reason: Error) => void): Reservation;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for multipart requests of routes that take them. */
    uploadAdmission: UploadAdmission | null;
  }
}

export interface MultipartForm {
  readonly fields: Readonly<Record<string, string>>;
  readonly file: UploadedFile | null;
}

/** Sizes in bytes. The largest form has about twenty fields of up to 2,000 characters. */
export const UPLOAD_LIMITS = { fields: 40, fieldSize: 16_384, files: 1, fileSize: RECEIPT_MAX_BYTES, headerPairs: 20 };

export async function readMultipartForm(request: FastifyRequest): Promise<MultipartForm> {
  try {
    return await collectParts(request);
  } catch (error) {
    // Discard the remaining body, otherwise the connection cannot carry another request.
    request.raw.unpipe();
    request.raw.resume();
    throw toOutlayError(error, request);
  }
}

async function collectParts(request: FastifyRequest): Promise<MultipartForm> {
  const fields = new Map<string, string>();
  const names = new Set<string>();
  let file: UploadedFile | null = null;
  for await (const part of request.parts()) {
    checkName(part.fieldname, names);
    if (part.type === 'field') fields.set(part.fieldname, valueOf(part));
    else file = await readFile(part, request);
  }
  return { fields: Object.fromEntries(fields), file };
}

function checkName(name: string | undefined, names: Set<string>): void {
  // Nested names such as `status[$ne]` are refused: some parsers build an object from them.
  if (name === undefined || !/^\w{1,60}$/.test(name)) throw invalid('A form field has an invalid name.');
  if (names.has(name)) throw repeatedField(name);
  names.add(name);
}

function valueOf(part: MultipartValue): string {
  if (part.valueTruncated) throw invalid(`The field ${part.fieldname} is too long.`, part.fieldname);
  if (typeof part.value !== 'string') throw invalid(`The field ${part.fieldname} must be text.`, part.fieldname);
  return part.value;
}

/** Null for the empty part a browser sends if no file was chosen. */
async function readFile(part: MultipartFile, request: FastifyRequest): Promise<UploadedFile | null> {
  const { uploadAdmission: admission } = request;
  if (!admission) throw new TypeError('The route takes no form.');
  let reservation: Reservation | null = null;
  let buffer = Buffer.alloc(0);
  let size = 0;
  for await (const chunk of part.file as AsyncIterable<Buffer>) {
    if (part.file.truncated) throw tooLarge(request);
    if (!reservation) {
      reservation = admission.reserve((reason) => part.file.destroy(reason));
      // One buffer from the start, because joining chunks takes twice their memory. Pages are taken only when written.
      buffer = Buffer.allocUnsafe(largestFile(request));
    }
    size += chunk.copy(buffer, size);
    reservation.arrived(chunk.length);
  }
  reservation?.complete();
  const content = buffer.subarray(0, size);
  return size === 0 && !part.filename ? null : { name: part.filename, content, sender: admission.sender };
}

/** The stream ends at the limit, so the message states the size of the whole request. */
function tooLarge(request: FastifyRequest): OutlayError {
  const size = Math.max(bodyLength(request), RECEIPT_MAX_BYTES + 1);
  return new OutlayError('FILE_TOO_LARGE', receiptTooLargeMessage(size));
}

/** Bytes. A body without a length may be of any size, of which at most a receipt is kept. */
export function largestFile(request: FastifyRequest): number {
  return Math.min(bodyLength(request) || RECEIPT_MAX_BYTES, RECEIPT_MAX_BYTES);
}

/** Bytes; 0 if the body has no stated length. */
function bodyLength(request: FastifyRequest): number {
  return Number(request.headers['content-length']) || 0;
}

function toOutlayError(error: unknown, request: FastifyRequest): OutlayError {
  if (error instanceof OutlayError) return error;
  const code = (error as { code?: unknown } | null)?.code;
  // The parser may notice the limit before the reader does.
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge(request);
  if (code === 'FST_FILES_LIMIT') return invalid('Only one file can be sent.');
  return invalid('The form could not be read. Please check it and try again.');
}

function invalid(message: string, field?: string): OutlayError {
  return new OutlayError('INVALID_INPUT', message, field === undefined ? undefined : [{ field, message }]);
}
