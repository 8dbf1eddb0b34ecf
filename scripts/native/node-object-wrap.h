// Compiled into better-sqlite3 in place of Node's own header of this name, whose include guard it defines. See
// docs/decisions/023-node-24.md.

#ifndef SRC_NODE_OBJECT_WRAP_H_
#define SRC_NODE_OBJECT_WRAP_H_

#include "node.h"

namespace node {

class ObjectWrap {
 public:
  ObjectWrap() = default;
  virtual ~ObjectWrap() {
    if (!handle_.IsEmpty()) handle_.ClearWeak();
    handle_.Reset();
  }

  template <class T>
  static T* Unwrap(v8::Local<v8::Object> object) {
    return static_cast<T*>(static_cast<ObjectWrap*>(object->GetAlignedPointerFromInternalField(0)));
  }

 protected:
  void Wrap(v8::Local<v8::Object> object) {
    object->SetAlignedPointerInInternalField(0, this);
    handle_.Reset(v8::Isolate::GetCurrent(), object);
    handle_.SetWeak(this, Collected, v8::WeakCallbackType::kParameter);
  }

 private:
  static void Collected(const v8::WeakCallbackInfo<ObjectWrap>& info) {
    ObjectWrap* wrap = info.GetParameter();
    wrap->handle_.Reset();
    delete wrap;
  }

  v8::Global<v8::Object> handle_;
};

}  // namespace node

#endif  // SRC_NODE_OBJECT_WRAP_H_
