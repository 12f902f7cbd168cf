/** Where the main deed of a screen stands on a phone: under the thumb, however far the screen is scrolled. */
export const thumbBar =
  "fixed inset-x-0 bottom-0 z-10 flex flex-wrap gap-3 border-t border-line bg-white p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] *:flex-1 lg:border-0";
