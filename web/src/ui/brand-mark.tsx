export function BrandMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden className={className} fill="none" strokeWidth="3" strokeLinecap="round">
      <rect width="32" height="32" rx="8" className="fill-brand-soft" />
      <path d="M21.6 12.2a8 8 0 1 0 1.5 7.4" stroke="#f4f1e6" />
      <path d="M16 16.5 25 7.5M18.6 7h6.9v6.9" stroke="#8fd6b4" strokeLinejoin="round" />
    </svg>
  );
}
