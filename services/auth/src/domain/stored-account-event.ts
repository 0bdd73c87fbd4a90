import type { AccountEvent } from '@outlay/contracts';

export type StoredAccountEvent = AccountEvent & {
  readonly id: string;
  readonly at: string;
  readonly actor: { readonly id: string; readonly email: string };
};
