/** A loading placeholder that appears only after a delay. */
export function Skeleton({ label }: { label: string }) {
  return (
    <div role="status" className="late grid gap-4">
      <span className="text-muted">{label}</span>
      <span className="h-16 animate-pulse rounded-card bg-line" />
      <span className="h-16 animate-pulse rounded-card bg-line" />
    </div>
  );
}
