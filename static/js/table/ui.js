// The one place that names the vendored library.

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
