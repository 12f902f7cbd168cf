import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "react-router";
import { errorCode } from "../../api/errors";
import { linkQuery } from "../../api/links";

type Path = Parameters<typeof linkQuery>[0];

/** The link that opened this page. The server checks it before anything is typed, and again on submit. */
export function useLink(path: Path) {
  const token = useLocation().hash.slice(1);
  const { error, isPending, refetch } = useQuery(linkQuery(path, token));
  const [checking, setChecking] = useState(false);
  const check = async () => {
    setChecking(true);
    await refetch();
    setChecking(false);
  };
  return { token, checking: isPending || checking, error: error ? errorCode(error) : "", check };
}
