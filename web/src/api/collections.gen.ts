// Generated from content.Collections by `make generate`; do not edit.
export const collections = {
  posts: {
    ordered: false,
    drafts: true,
    whole: true,
    title: "title",
    scheduled: "date",
    fields: {
      title: {"kind":"text","min":0,"max":200,"required":true,"localized":true,"default":""},
      content: {"kind":"html","min":0,"max":60000,"required":true,"localized":true,"picture":{"folder":"posts"},"default":""},
      author: {"kind":"text","min":0,"max":120,"required":true,"localized":false,"default":""},
      categories: {"kind":"tags","min":0,"max":60,"required":false,"localized":true,"default":""},
      date: {"kind":"date","min":0,"max":500,"required":true,"localized":false,"default":""},
    },
  },
  portfolio: {
    ordered: true,
    drafts: false,
    whole: false,
    title: "title",
    scheduled: "",
    fields: {
      title: {"kind":"text","min":0,"max":200,"required":true,"localized":true,"default":""},
      description: {"kind":"multiline","min":0,"max":1000,"required":true,"localized":true,"default":""},
      imageUrl: {"kind":"image","min":0,"max":2048,"required":true,"localized":false,"picture":{"folder":"portfolio","aspect":2.5,"address":true},"default":"/placeholder.svg"},
      category: {"kind":"text","min":0,"max":120,"required":true,"localized":true,"default":""},
      date: {"kind":"month","min":0,"max":500,"required":true,"localized":false,"default":""},
      link: {"kind":"url","min":0,"max":2048,"required":false,"localized":false,"default":""},
      client: {"kind":"text","min":0,"max":200,"required":false,"localized":true,"default":""},
      tags: {"kind":"tags","min":0,"max":60,"required":false,"localized":true,"default":""},
      caseStudy: {"kind":"html","min":0,"max":60000,"required":false,"localized":true,"picture":{"folder":"posts"},"default":""},
    },
  },
  services: {
    ordered: true,
    drafts: false,
    whole: false,
    title: "title",
    scheduled: "",
    fields: {
      title: {"kind":"text","min":0,"max":200,"required":true,"localized":true,"default":""},
      description: {"kind":"multiline","min":0,"max":1000,"required":true,"localized":true,"default":""},
      icon: {"kind":"icon","min":0,"max":40,"required":true,"localized":false,"default":""},
      features: {"kind":"tags","min":0,"max":120,"required":false,"localized":true,"default":""},
    },
  },
} as const;
