// What the table uses of vendor/htm-preact, which comes without types.

/** An event of a form's field, or of a key pressed in one. */
export type FieldEvent = KeyboardEvent & { target: HTMLInputElement };
/** What stands in a template: texts, numbers, parts, attributes, or what to do on an event. */
export type Value =
  | string | number | boolean | null | undefined | object | ((event: FieldEvent) => unknown);
export type Part = object | null | undefined | string | boolean;

export interface Context<T> {
  Provider: object;
  read: T;
}

export function html(strings: TemplateStringsArray, ...values: Value[]): Part;
export function render(part: Part, parent: Element): void;
export function createContext<T>(value: T): Context<T>;
export function useContext<T>(context: Context<T>): T;
export function useEffect(effect: () => void | (() => void), given?: unknown[]): void;
export function useLayoutEffect(effect: () => void | (() => void), given?: unknown[]): void;
export function useRef<T>(value: T): { current: T };
export function useState<T>(value: T): [T, (value: T | ((before: T) => T)) => void];
