import { Link } from '@tanstack/react-router';
import { Glyph } from '#ui/glyph';
import * as texts from '#strings/get-token';
import { buttonClass } from '#ui/button';
import { useDocumentTitle } from '#ui/page-header';

export function NotLoggedIn() {
  useDocumentTitle(texts.notLoggedIn);
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-3 p-6 text-center">
      <Glyph name="key-round" className="size-8 text-muted" />
      <h1 tabIndex={-1} className="text-2xl font-semibold">
        {texts.notLoggedIn}
      </h1>
      <p className="max-w-prose text-sm text-muted">{texts.notLoggedInText}</p>
      <Link to="/login" className={buttonClass({ variant: 'primary' })}>
        {texts.goToLogin}
      </Link>
    </main>
  );
}
