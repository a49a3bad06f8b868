// What is used of vendor/idiomorph, whose types are not published beside its module.

export const Idiomorph: {
  morph(
    old: Element,
    fresh: Element,
    config?: {
      callbacks?: {
        beforeAttributeUpdated?: (name: string, element: Element, change: "update" | "remove") => boolean;
      };
    },
  ): Node[];
};
