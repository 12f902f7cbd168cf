import { errorCode } from "../../../api/errors";
import { useT } from "../../../i18n/language";
import { Skeleton } from "./skeleton";
import { Unreachable } from "./unreachable";

type Props = { query: { error: unknown; refetch: () => unknown }; label?: string };

/** The placeholder for a query that is still loading or has failed. */
export function Pending({ query, label }: Props) {
  const t = useT();
  if (query.error) return <Unreachable code={errorCode(query.error)} onRetry={() => void query.refetch()} />;
  return <Skeleton label={label ?? t("common.loading")} />;
}
