import * as z from 'zod/mini';
import { apiSchemas } from './api-schema.js';

/** The plain answer of a call that only has something to say. */
export const messageReply = z.object({ message: z.string() }).register(apiSchemas, { id: 'Message' });
