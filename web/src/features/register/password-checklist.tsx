import { PASSWORD_RULES } from '@outlay/rules';
import * as texts from '#strings/register';
import { cn } from '#lib/cn';
import { Glyph } from '#ui/glyph';
import type { GlyphName } from '#ui/glyphs';

export function PasswordChecklist({ password }: { password: string }) {
  return (
    <ul aria-label={texts.passwordRules} className="grid gap-1 text-sm sm:grid-cols-2">
      {PASSWORD_RULES.map((rule) => {
        const isMet = rule.test(password);
        const icon: GlyphName = isMet ? 'circle-check' : 'circle-dashed';
        return (
          <li key={rule.id} className={cn('flex items-center gap-2', isMet ? 'text-success' : 'text-muted')}>
            <Glyph name={icon} className="size-4 shrink-0" />
            {rule.label}
            <span className="sr-only">{isMet ? texts.ruleMet : texts.ruleNotMet}</span>
          </li>
        );
      })}
    </ul>
  );
}
