import { Link } from '@tanstack/react-router';
import { Glyph } from '#ui/glyph';
import { useState } from 'react';
import * as texts from '#strings/get-token';
import { formatInstant } from '#expense/format';
import { tokenExpiry } from '#lib/session';
import { Button, buttonClass } from '#ui/button';
import { Card, CardTitle } from '#ui/card';
import { CopyButton } from '#ui/copy-button';
import type { GlyphName } from '#ui/glyphs';
import { Notice } from '#ui/notice';
import { PageHeader } from '#ui/page-header';

/** A fixed length, which does not reveal the token's. */
const MASK = '•'.repeat(32);

export function GetTokenScreen({ token }: { token: string }) {
  const [shown, setShown] = useState(false);
  const icon: GlyphName = shown ? 'eye-off' : 'eye';
  const expiry = tokenExpiry(token);
  return (
    <>
      <PageHeader title={texts.title} subtitle={texts.subtitle} />
      <Card className="max-w-2xl p-5" aria-labelledby="token-title">
        <CardTitle id="token-title">{texts.yourToken}</CardTitle>
        <div className="mt-3 rounded-lg border border-line bg-sunken px-3 py-2.5 font-mono text-sm wrap-anywhere">
          {shown ? (
            <code>{token}</code>
          ) : (
            <>
              <span aria-hidden>{MASK}</span>
              <span className="sr-only">{texts.hidden}</span>
            </>
          )}
        </div>
        {expiry && <p className="mt-2 text-sm text-muted">{texts.validUntil(formatInstant(expiry))}</p>}
        <div className="mt-4 flex flex-wrap gap-2">
          <Button onClick={() => setShown(!shown)}>
            <Glyph name={icon} /> {shown ? texts.hide : texts.show}
          </Button>
          <CopyButton variant="primary" label={texts.copy} text={token} />
          <Link to="/submit-expense" className={buttonClass({ variant: 'ghost' })}>
            <Glyph name="arrow-left" /> {texts.back}
          </Link>
        </div>
        <Notice tone="warning" className="mt-5">
          <p className="font-semibold">{texts.securityTitle}</p>
          <p>{texts.security}</p>
        </Notice>
      </Card>
    </>
  );
}
