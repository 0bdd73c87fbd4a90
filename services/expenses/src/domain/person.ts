import { fullName, type AccountEvent } from '@outlay/contracts';

/** Null before the account. A claim keeps the name it was sent with; this is the name since. */
export type PersonState = { readonly name: string; readonly isRenamed: boolean } | null;

export function evolvePerson(state: PersonState, event: AccountEvent): PersonState {
  switch (event.type) {
    case 'AccountRegistered':
      return { name: fullName(event.data), isRenamed: false };
    case 'NamesChanged':
      return { name: fullName(event.data.to), isRenamed: true };
    default:
      return state;
  }
}
