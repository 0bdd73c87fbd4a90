import { normaliseEmail } from '@outlay/rules';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import * as texts from '#strings/login';
import { Button } from '#ui/button';
import { AuthLayout } from '#ui/auth-layout';
import { Notice } from '#ui/notice';
import { LoginForm } from './login-form';
import { ResetForm } from './reset-form';

export function LoginScreen() {
  const [resetting, setResetting] = useState(false);
  const { registered, ended, linked } = useLocation().state;
  const [email, setEmail] = useState(registered ?? ended?.email ?? '');
  const [resetDone, setResetDone] = useState<readonly string[] | null>(null);
  // The form that had the focus is gone.
  const shown = useRef(resetting);
  useEffect(() => {
    if (shown.current !== resetting) document.querySelector('h1')?.focus();
    shown.current = resetting;
  }, [resetting]);
  const news = resetDone ?? (registered ? [texts.registered(registered)] : null);
  return (
    <AuthLayout
      title={resetting ? texts.resetTitle : texts.title}
      subtitle={
        <>
          {texts.newHere}{' '}
          <Link to="/register" className="font-medium text-accent underline underline-offset-3">
            {texts.createAccount}
          </Link>
        </>
      }
    >
      {resetting ? (
        <ResetForm
          initialEmail={email}
          onDone={(messages, changed) => {
            setEmail(changed);
            setResetDone(messages);
            setResetting(false);
          }}
        />
      ) : (
        <>
          {news && (
            <Notice tone="success" className="mb-5">
              {news.map((sentence) => (
                <p key={sentence}>{sentence}</p>
              ))}
            </Notice>
          )}
          {ended && !news && (
            <Notice tone="info" className="mb-5">
              {texts.ended}
            </Notice>
          )}
          <LoginForm
            email={email}
            from={ended && normaliseEmail(email) === ended.email ? ended.from : linked}
            onEmail={setEmail}
          />
        </>
      )}
      <div className="mt-8 border-t border-line pt-5">
        <Button variant="link" onClick={() => setResetting(!resetting)}>
          {resetting ? texts.backToSignIn : texts.resetTitle}
        </Button>
      </div>
    </AuthLayout>
  );
}

declare module '@tanstack/react-router' {
  /** History state for the login screen: why it is shown. */
  interface HistoryState {
    /** The email of an account that has just been made. */
    registered?: string;
    /** A session that the server no longer accepted: whose, if known, and where it was. */
    ended?: { readonly email: string | undefined; readonly from: string };
    /** The address that was opened without a session. It comes from the router, so it is one of its own pages. */
    linked?: string;
  }
}
