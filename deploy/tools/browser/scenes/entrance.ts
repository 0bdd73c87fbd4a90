import { answer, heading, hold, refuse, text, type Scene, type Stage } from '../scene.js';

const logIn = async ({ page }: Stage) => {
  await page.getByLabel('Email').fill('Wanjiru.Kamau@demo.example');
  await page.getByLabel('Password', { exact: true }).fill('not-the-password');
  await page.getByRole('button', { name: 'Sign in' }).click();
};

const openReset = ({ page }: Stage) => page.getByRole('button', { name: 'Reset with admin code' }).click();

const fillReset = async (stage: Stage) => {
  await openReset(stage);
  const form = stage.page.getByRole('form', { name: 'Reset with admin code' });
  await form.getByLabel('Account email').fill('wanjiru.kamau@demo.example');
  await form.getByLabel('6-digit code').fill('123456');
  await form.getByLabel('New password', { exact: true }).fill('Acacia-Bridge-2027');
  await form.getByLabel('Confirm new password').fill('Acacia-Bridge-2027');
  await form.getByRole('button', { name: 'Reset password' }).click();
};

const fillRegister = async ({ page }: Stage) => {
  await page.getByLabel('First name').fill('Nia');
  await page.getByLabel('Last name').fill('Okello');
  await page.getByLabel('Email').fill('nia.okello@demo.example');
  await page.getByLabel('Password', { exact: true }).fill('Acacia-bridge');
  await page.getByLabel('Confirm password').fill('Acacia');
};

const register = async (stage: Stage) => {
  await fillRegister(stage);
  await stage.page.getByLabel('Password', { exact: true }).fill('Acacia-Bridge-2026');
  await stage.page.getByLabel('Confirm password').fill('Acacia-Bridge-2026');
  await stage.page.getByRole('button', { name: 'Create account' }).click();
};

const nobody = { as: null, whole: true } as const;

/** Before anybody is signed in. */
export const entranceScenes: readonly Scene[] = [
  { ...nobody, screen: 'login', state: 'empty', path: '/login', shows: heading('Sign in') },
  { ...nobody, screen: 'login', state: 'refused', path: '/login', steps: logIn, shows: text('Invalid') },
  {
    ...nobody,
    screen: 'login',
    state: 'busy',
    path: '/login',
    before: hold('**/api/auth/login'),
    steps: logIn,
    shows: (page) => page.locator('[aria-busy=true]').first(),
    unsettled: true,
  },
  {
    ...nobody,
    screen: 'login',
    state: 'offline',
    path: '/login',
    before: ({ page }) => page.route('**/api/auth/login', (route) => route.abort()),
    steps: logIn,
    shows: (page) => page.getByRole('alert').first(),
  },
  {
    ...nobody,
    screen: 'login',
    state: 'too-many',
    path: '/login',
    before: refuse('**/api/auth/login', 429, {
      code: 'TOO_MANY_REQUESTS',
      message: 'Too many attempts. Please try again in 15 minutes.',
    }),
    steps: logIn,
    shows: text('Too many attempts'),
  },
  {
    ...nobody,
    screen: 'login',
    state: 'reset',
    path: '/login',
    steps: openReset,
    shows: (page) => page.getByRole('form', { name: 'Reset with admin code' }),
  },
  {
    ...nobody,
    screen: 'login',
    state: 'reset-refused',
    path: '/login',
    before: refuse('**/api/auth/reset-password-with-code', 400, {
      code: 'INVALID_RESET_CODE',
      message: 'Invalid or expired reset code',
    }),
    steps: fillReset,
    shows: text('Invalid or expired reset code'),
  },
  {
    ...nobody,
    screen: 'login',
    state: 'reset-done',
    path: '/login',
    before: answer('**/api/auth/reset-password-with-code', {
      message: 'Password has been reset. You can now sign in.',
    }),
    steps: fillReset,
    shows: text('Password has been reset. You can now sign in.'),
  },
  { ...nobody, screen: 'register', state: 'empty', path: '/register', shows: heading('Create an account') },
  {
    ...nobody,
    screen: 'register',
    state: 'weak-password',
    path: '/register?invite=from-the-link',
    steps: fillRegister,
    shows: text('Taken from your invite link.'),
  },
  {
    ...nobody,
    screen: 'register',
    state: 'refused',
    path: '/register?invite=no-invite-of-ours',
    steps: register,
    shows: (page) => page.getByRole('alert').first(),
  },
  {
    ...nobody,
    screen: 'register',
    state: 'done',
    path: '/register?invite=from-the-link',
    before: answer('**/api/auth/register', { user: {} }, { status: 201 }),
    steps: register,
    shows: text('Registration successful!'),
  },
  { ...nobody, screen: 'get-token', state: 'not-logged-in', path: '/get-token', shows: text('Not Logged In') },
];
