import * as z from 'zod/mini';
import { isEmail, normaliseEmail } from '@outlay/rules';
import { acceptedInputs, apiSchemas } from '../api-schema.js';
import { requiredText } from '../primitives.js';

export const emailField = (missing = 'Email is required') =>
  z
    .pipe(
      z.pipe(
        z.string(missing).check(z.maxLength(320, 'Please enter a valid email address')),
        z.transform(normaliseEmail),
      ),
      z.string().check(
        z.refine((email) => email !== '', { error: missing, abort: true }),
        z.refine(isEmail, 'Please enter a valid email address'),
      ),
    )
    .register(apiSchemas, acceptedInputs.email);

/** Passwords are bounded, because hashing a very long one would be a denial of service. */
export const passwordField = (missing = 'Password is required') =>
  z.string(missing).check(z.minLength(1, missing), z.maxLength(256, 'Password must be at most 256 characters long'));

export const nameField = (missing: string) => requiredText(100, missing, 'one');
