import type { UserJson } from '@outlay/contracts';

export const nameOf = ({ first_name, last_name }: UserJson) => `${first_name} ${last_name}`;
