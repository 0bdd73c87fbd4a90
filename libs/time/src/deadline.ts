export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded';
}

/** Does not cancel the work. @throws DeadlineExceeded naming `what` after `ms` milliseconds */
export async function withDeadline<T>(work: Promise<T>, ms: number, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DeadlineExceeded(`${what} took more than ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, expired]);
  } finally {
    clearTimeout(timer);
  }
}
