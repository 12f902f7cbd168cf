export function Spinner({ label }: { label: string }) {
  return (
    <p role="status" className="grid min-h-40 place-content-center justify-items-center gap-3 text-muted">
      <span className="size-10 animate-spin rounded-full border-3 border-line border-t-gold" />
      {label}
    </p>
  );
}
