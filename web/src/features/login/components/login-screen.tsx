import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../../ui/button';
import { Entrance } from '../../../ui/entrance';
import { LoginForm } from './login-form';
import { ResetForm } from './reset-form';

export function LoginScreen() {
  const [resetting, setResetting] = useState(false);
  const [email, setEmail] = useState('');
  return (
    <Entrance
      title="Sign in"
      subtitle={
        <>
          New here?{' '}
          <Link to="/register" className="font-medium text-accent underline underline-offset-3">
            Create an account
          </Link>
        </>
      }
    >
      <LoginForm email={email} onEmail={setEmail} />
      <div className="mt-8 border-t border-line pt-5">
        <Button variant="link" aria-expanded={resetting} onClick={() => setResetting(!resetting)}>
          Reset with admin code
        </Button>
        {resetting && <ResetForm initialEmail={email} />}
      </div>
    </Entrance>
  );
}
