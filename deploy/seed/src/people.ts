import type { AssignableRole, ReimbursementCurrency } from '@outlay/rules';

export const COMPANY = 'Acacia Bridge Partners';
/** A visitor can try each role with it. */
export const DEMO_PASSWORD = 'Acacia-Bridge-2026';

export interface Person {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly role: AssignableRole;
  readonly reimbursementCurrency: ReimbursementCurrency;
  readonly home: string;
  readonly share: number;
  /** The older claims of paid people are paid; those of others wait for the next payment. */
  readonly paid?: boolean;
  /** The account is inactive and no claim is open. */
  readonly left?: boolean;
}

export function nameOf({ firstName, lastName }: Person): string {
  return `${firstName} ${lastName}`;
}

/** The first sets up the installation. PDF receipts need names in windows-1252. */
export const PEOPLE: readonly [Person, ...Person[]] = [
  person('Amélie', 'Laurent', 'super_admin', 'EUR', 'Paris', 2),
  person('Daniel', 'Osei', 'super_admin', 'USD', 'Accra', 2),
  person('Ingrid', 'Solberg', 'partner', 'EUR', 'Berlin', 3, { paid: true }),
  person('Marcus', 'Whitfield', 'partner', 'USD', 'New York', 3),
  person('Wanjiru', 'Kamau', 'team_member', 'USD', 'Nairobi', 4, { paid: true }),
  person('Tunde', 'Adeyemi', 'team_member', 'USD', 'Lagos', 3),
  person('Sofía', 'Marín', 'team_member', 'EUR', 'Lisbon', 3),
  person('Fatou', 'Diop', 'team_member', 'EUR', 'Dakar', 4, { paid: true }),
  person('Youssef', 'El Amrani', 'team_member', 'EUR', 'Casablanca', 3),
  person('Priya', 'Raman', 'team_member', 'USD', 'London', 2, { paid: true, left: true }),
  person('Hanna', 'Lindqvist', 'auditor', 'EUR', 'Stockholm', 0),
];

export const INVITED = { email: 'naledi.dube@demo.example', role: 'team_member', expires_in_days: 30 } as const;

function person(
  firstName: string,
  lastName: string,
  role: AssignableRole,
  reimbursementCurrency: ReimbursementCurrency,
  home: string,
  share: number,
  flags: Pick<Person, 'paid' | 'left'> = {},
): Person {
  const email = `${plain(firstName)}.${plain(lastName)}@demo.example`;
  return { firstName, lastName, email, role, reimbursementCurrency, home, share, ...flags };
}

function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase();
}
