export type PublishState = "draft" | "scheduled" | "published";

/** What an article is to the public, which sees it from its date on. */
export function publishState(published: boolean, date: string, today: string): PublishState {
  if (!published) return "draft";
  return date > today ? "scheduled" : "published";
}
