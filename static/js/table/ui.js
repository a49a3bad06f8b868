// The one place that names the vendored library.

// @ts-types="../types/preact.d.ts"
export {
  createContext,
  html,
  render,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "../../vendor/htm-preact/standalone.module.js";
