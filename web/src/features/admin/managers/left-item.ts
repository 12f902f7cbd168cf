import { type NavigateFunction, useNavigate } from "react-router";
import { stepsTo } from "../frame/places";

let left: string | undefined;

/** The item whose form was left for its list just now. */
export function takeLeft(): string | undefined {
  const id = left;
  left = undefined;
  return id;
}

function leave(navigate: NavigateFunction, list: string, id: string | undefined) {
  const steps = stepsTo(list);
  left = steps ? id : undefined;
  void (steps ? navigate(steps) : navigate(list, { state: { from: id } }));
}

/** Leaves a form for its list: back, if it was opened from there. */
export function useLeave(list: string): (id: string | undefined) => void {
  const navigate = useNavigate();
  return (id) => leave(navigate, list, id);
}
