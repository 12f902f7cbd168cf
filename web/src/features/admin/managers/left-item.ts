import { type NavigateFunction, useNavigate } from "react-router";
import { stepsTo } from "../frame/places";

/** Whether a manager's URL shows a form instead of the list. */
const isForm = (search: URLSearchParams) => ["item", "new", "bring", "paste"].some((name) => search.has(name));

let left: string | undefined;

/** The item whose form was just left for the list; cleared by reading it. */
export function takeLeft(): string | undefined {
  const id = left;
  left = undefined;
  return id;
}

function leave(navigate: NavigateFunction, list: string, id: string | undefined) {
  const steps = stepsTo(list, isForm);
  left = steps ? id : undefined;
  void (steps ? navigate(steps) : navigate(list, { state: { from: id } }));
}

/** Leaves a form for its list; goes back in the history if it was opened from there. */
export function useLeave(list: string): (id: string | undefined) => void {
  const navigate = useNavigate();
  return (id) => leave(navigate, list, id);
}
