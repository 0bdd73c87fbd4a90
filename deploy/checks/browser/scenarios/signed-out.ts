import { respond, heading, hang, respondWithError, text, type Scenario, type ScenarioContext } from '../scenario.js';

const logIn = async ({ page }: ScenarioContext) => {
  await page.getByLabel('Email').fill('Wanjiru.Kamau@demo.example');
  await page.getByLabel('Password', { exact: true }).fill('not-the-password');
  await page.getByRole('button', { name: 'Sign in' }).click();
};

const openReset = ({ page }: ScenarioContext) => page.getByRole('button', { name: 'Reset with admin code' }).click();

const fillReset = async (context: ScenarioContext) => {
  await openReset(context);
  const form = context.page.getByRole('form', { name: 'Reset with admin code' });
  await form.getByLabel('Account email').fill('wanjiru.kamau@demo.example');
  await form.getByLabel('6-digit code').fill('123456');
  await form.getByLabel('New password', { exact: true }).fill('Acacia-Bridge-2027');
  await form.getByLabel('Confirm new password').fill('Acacia-Bridge-2027');
  await form.getByRole('button', { name: 'Reset password' }).click();
};

const fillRegister = async ({ page }: ScenarioContext) => {
  await page.getByLabel('First name').fill('Nia');
  await page.getByLabel('Last name').fill('Okello');
  await page.getByLabel('Email').fill('nia.okello@demo.example');
  await page.getByLabel('Password', { exact: true }).fill('Acacia-bridge');
  await page.getByLabel('Confirm password').fill('Acacia');
};

const register = async (context: ScenarioContext) => {
  await fillRegister(context);
  await context.page.getByLabel('Password', { exact: true }).fill('Acacia-Bridge-2026');
  await context.page.getByLabel('Confirm password').fill('Acacia-Bridge-2026');
  await context.page.getByRole('button', { name: 'Create account' }).click();
};

const signedOut = { as: null, fullPage: true } as const;

export const signedOutScenarios: readonly Scenario[] = [
  { ...signedOut, screen: 'login', state: 'empty', path: '/login', shows: heading('Sign in') },
  { ...signedOut, screen: 'login', state: 'rejected', path: '/login', steps: logIn, shows: text('Invalid') },
  {
    ...signedOut,
    screen: 'login',
    state: 'busy',
    path: '/login',
    before: hang('**/api/auth/login'),
    steps: logIn,
    shows: (page) => page.locator('[aria-busy=true]').first(),
    staysBusy: true,
  },
  {
    ...signedOut,
    screen: 'login',
    state: 'offline',
    path: '/login',
    before: ({ page }) => page.route('**/api/auth/login', (route) => route.abort()),
    steps: logIn,
    shows: (page) => page.getByRole('alert').first(),
  },
  {
    ...signedOut,
    screen: 'login',
    state: 'too-many',
    path: '/login',
    before: respondWithError('**/api/auth/login', 429, {
      code: 'TOO_MANY_REQUESTS',
      message: 'Too many attempts. Please try again in 15 minutes.',
    }),
    steps: logIn,
    shows: text('Too many attempts'),
  },
  {
    ...signedOut,
    screen: 'login',
    state: 'reset',
    path: '/login',
    steps: openReset,
    shows: (page) => page.getByRole('form', { name: 'Reset with admin code' }),
  },
  {
    ...signedOut,
    screen: 'login',
    state: 'reset-refused',
    path: '/login',
    before: respondWithError('**/api/auth/reset-password-with-code', 400, {
      code: 'INVALID_RESET_CODE',
      message: 'Invalid or expired reset code',
    }),
    steps: fillReset,
    shows: text('Invalid or expired reset code'),
  },
  {
    ...signedOut,
    screen: 'login',
    state: 'reset-done',
    path: '/login',
    before: respond('**/api/auth/reset-password-with-code', {
      message: 'Password has been reset. You can now sign in.',
    }),
    steps: fillReset,
    shows: text('Password has been reset. You can now sign in.'),
  },
  { ...signedOut, screen: 'register', state: 'empty', path: '/register', shows: heading('Create an account') },
  {
    ...signedOut,
    screen: 'register',
    state: 'weak-password',
    path: '/register?invite=from-the-link',
    steps: fillRegister,
    shows: text('Taken from your invite link.'),
  },
  {
    ...signedOut,
    screen: 'register',
    state: 'rejected',
    path: '/register?invite=no-invite-of-ours',
    steps: register,
    shows: (page) => page.getByRole('alert').first(),
  },
  {
    ...signedOut,
    screen: 'register',
    state: 'done',
    path: '/register?invite=from-the-link',
    before: respond('**/api/auth/register', { user: {} }, { status: 201 }),
    steps: register,
    shows: text('Registration successful!'),
  },
  { ...signedOut, screen: 'get-token', state: 'not-logged-in', path: '/get-token', shows: text('Not Logged In') },
];
