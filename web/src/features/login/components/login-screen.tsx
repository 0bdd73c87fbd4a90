import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import * as texts from '#strings/login';
import * as reset from '#strings/reset-password';
import { Button } from '#ui/button';
import { AuthLayout } from '#ui/auth-layout';
import { LoginForm } from './login-form';
import { ResetForm } from './reset-form';

export function LoginScreen() {
  const [resetting, setResetting] = useState(false);
  const [email, setEmail] = useState('');
  return (
    <AuthLayout
      title={texts.title}
      subtitle={
        <>
          {texts.newHere}{' '}
          <Link to="/register" className="font-medium text-accent underline underline-offset-3">
            {texts.createAccount}
          </Link>
        </>
      }
    >
      <LoginForm email={email} onEmail={setEmail} />
      <div className="mt-8 border-t border-line pt-5">
        <Button variant="link" aria-expanded={resetting} onClick={() => setResetting(!resetting)}>
          {reset.title}
        </Button>
        {resetting && <ResetForm initialEmail={email} />}
      </div>
    </AuthLayout>
  );
}
