import { Glyph } from '#ui/glyph';
import * as texts from '#strings/admin';
import { Card, CardTitle } from '#ui/card';

export default function AccessDenied() {
  return (
    <Card className="flex max-w-2xl items-start gap-4 p-6" aria-labelledby="access-denied">
      <Glyph name="shield-x" className="mt-0.5 size-6 shrink-0 text-danger" />
      <div role="alert">
        <CardTitle id="access-denied">{texts.denied}</CardTitle>
        <p className="mt-1.5 text-sm text-muted">{texts.deniedText}</p>
      </div>
    </Card>
  );
}
