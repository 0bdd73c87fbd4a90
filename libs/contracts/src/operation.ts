import * as z from 'zod/mini';
import { apiSchemas } from './api-schema.js';

/**
 * The bound of a request's work. `one`: one claim, account, payment, file or bundle of the log, with its history, or a
 * count by an index. `page`: as many as the request asks for, which its schema limits, read at once. `grows`: the data,
 * or many that are read one after another; its caller waits for as long as it makes progress. Every other reply has a
 * time limit.
 */
type Work = 'one' | 'page' | 'grows';

export interface Operation<Request extends z.ZodMiniType = z.ZodMiniType, Reply extends z.ZodMiniType = z.ZodMiniType> {
  readonly subject: string;
  /** Changes nothing, so a copy of the request does no harm. */
  readonly readOnly?: true;
  readonly work: Work;
  readonly request: Request;
  readonly reply: Reply;
}
export type RequestOf<O extends Operation> = z.infer<O['request']>;
export type ReplyOf<O extends Operation> = z.infer<O['reply']>;

/** Bytes in the first level of a reply, carried beside its JSON. Other programs could not read a `z.custom`. */
export const bytes = z.unknown().register(apiSchemas, {
  type: 'string',
  description: 'Bytes, after the JSON of the reply.',
}) as z.ZodMiniType<Uint8Array>;

export function defineOperation<Request extends z.ZodMiniType, Reply extends z.ZodMiniType>(
  operation: Operation<Request, Reply>,
): Operation<Request, Reply> {
  return operation;
}

/** Distinguishes an operation from other exports of this package, for callers that list all of them. */
export function isOperation(value: unknown): value is Operation {
  return typeof value === 'object' && value !== null && 'subject' in value && 'request' in value && 'reply' in value;
}
